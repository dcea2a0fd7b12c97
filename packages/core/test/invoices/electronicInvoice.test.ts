import { assert, layer } from "@effect/vitest"
import { InvoiceFixtures } from "@namewright/conformance"
import { Billing, type BillingTransactionId, TaxRateUnits, Wallets } from "@namewright/core/billing"
import {
  InvoiceFiles,
  InvoiceFormats,
  InvoiceOperations,
  InvoiceSettings,
  InvoiceStore
} from "@namewright/core/invoices"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { testSize } from "../../../../test/testSize.ts"
import { assertEn16931 } from "./en16931.ts"
import { amountsOf, recomputedDocuments } from "./recomputedDocuments.ts"

const { at, cents, charged, documentsOf, invoiceServicesWith, invoiceSettings, onTimeline, payer } = InvoiceFixtures

/** Settings of an issuer without VAT id, bank and mail address, whose untaxed charges are exempt. */
const smallIssuer = Schema.decodeSync(InvoiceSettings)({
  issuer: {
    name: "Small & Co.",
    address_1: "Gasse 1",
    address_2: "Hof",
    postal_code: "1010",
    city: "Wien",
    country_code: "AT",
    tax_number: "12 345/6789",
    registration: "FN 1234a",
    phone: "+43.1234567"
  },
  first_month: "2026-01",
  payment_days: 0,
  taxes: [{ rate: "0", category: "E", reason: { en: "Small business", de: "Kleinunternehmer" } }]
})

const Payer = Schema.Struct({
  country_code: Schema.Literals(["DE", "AT", "US"]),
  tax_id: Schema.NullOr(Schema.Literals(["DE123456789", "ATU12345678"])),
  tax_rate: Schema.Literals([0, 77_000, 190_000, 200_000]),
  billing_model: Schema.Literals(["prepaid", "postpaid"]),
  name: Schema.Literals(["Customer AG", "Müller & <Söhne>", "\"Q\" 'n' A"]),
  address_2: Schema.NullOr(Schema.Literals(["2. Stock"])),
  state: Schema.NullOr(Schema.Literals(["Bayern"])),
  business_number: Schema.NullOr(Schema.Literals(["HRB 1234"]))
})

const Step = Schema.Struct({
  kind: Schema.Literals(["charge", "charge", "charge", "refund", "adjust", "issue"]),
  price: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5_000 })),
  action: Schema.Literals(["create", "renew", "transfer"]),
  target: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
  /** Hours since the previous step. */
  pause: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600 }))
})

const files = InvoiceFiles.layer.pipe(
  Layer.provide(Layer.succeed(InvoiceFormats, { pdf: () => Effect.die(new Error("no PDF here")) }))
)

/** Plays steps from January 2026 on, and issues the documents of every month. */
const play = Effect.fnUntraced(function*(fields: typeof Payer.Type, steps: ReadonlyArray<typeof Step.Type>) {
  const { adjust } = yield* Wallets
  const { refund } = yield* Billing
  const { issue } = yield* InvoiceOperations
  yield* at("2026-01-01T00:00:00Z")
  const own = yield* payer({ ...fields, tax_rate: TaxRateUnits.make(fields.tax_rate) })
  const charges: Array<BillingTransactionId> = []
  let now = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
  for (const [index, { action, kind, pause, price, target }] of steps.entries()) {
    now = DateTime.add(now, { hours: pause })
    yield* at(DateTime.formatIso(now))
    if (kind === "charge") charges.push(yield* charged(own, { price, action }))
    else if (kind === "issue") yield* issue(own)
    else if (kind === "adjust") {
      if (price !== 2_500) {
        yield* adjust({ organization_id: own, amount: cents(price - 2_500), reference: `note ${index}` })
      }
    } else {
      const [charge] = charges.splice(target % Math.max(1, charges.length), 1)
      if (charge !== undefined) yield* refund(charge)
    }
  }
  yield* at(DateTime.formatIso(DateTime.startOf(DateTime.add(now, { months: 1 }), "month")))
  yield* issue(own)
  return own
})

for (
  const [name, settings] of [["an issuer with VAT id and bank", invoiceSettings], [
    "a small issuer",
    smallIssuer
  ]] as const
) {
  layer(
    files.pipe(
      Layer.provideMerge(invoiceServicesWith(settings)),
      Layer.provideMerge(memoryDatabase())
    )
  )(`Electronic invoices of ${name}`, (it) => {
    it.effect.prop(
      "follow EN 16931, and are those of the ledger, after any charges, refunds and adjustments",
      { fields: Payer, steps: Schema.Array(Step).check(Schema.isBetweenLength(1, 12)) },
      ({ fields, steps }) =>
        onTimeline(Effect.gen(function*() {
          const { file } = yield* InvoiceFiles
          const store = yield* InvoiceStore
          const own = yield* play(fields, steps)
          const documents = (yield* documentsOf(own)).filter(({ document_type }) => document_type !== "receipt")
          assert.sameDeepMembers(documents.map(amountsOf), yield* recomputedDocuments(own))
          for (const { invoice_id } of documents) {
            const { bytes } = yield* file(Option.getOrThrow(yield* store.find(invoice_id)), "xml")
            assertEn16931(new TextDecoder().decode(bytes))
          }
        })),
      { timeout: 120_000, arbitrary: { runs: testSize(5, 40), size: 12 } }
    )
  })
}
