import { assert, layer } from "@effect/vitest"
import { Billing, LedgerStore, TaxRateUnits, Wallets } from "@namewright/core/billing"
import type { Storage } from "@namewright/core/embed"
import { EventStore } from "@namewright/core/events"
import { InvoiceOperations, type StoredInvoice } from "@namewright/core/invoices"
import { Money, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { childOf, organization as storedOrganization } from "../organizations/OrganizationStoreContract.ts"
import { at, cents, charged, documentsOf, invoiceServices, onTimeline, payer } from "./InvoiceFixtures.ts"

/** Compares some members, without the brands of amounts and ids. */
const includes = (found: unknown, expected: object) => assert.deepInclude(found as object, expected)

const issue = (organization?: OrganizationId) => InvoiceOperations.use((invoices) => invoices.issue(organization))

const shown = ({ amount, fees_amount, invoice_type, rounding_amount, taxes_amount }: StoredInvoice) => [
  invoice_type,
  fees_amount,
  taxes_amount,
  rounding_amount,
  amount
]

/** What the ledger has earned from a payer: charges and adjustments without refunds. */
const earned = (payer_id: OrganizationId) =>
  Effect.map(
    LedgerStore.use((ledger) => ledger.balances({ payer_id, currency: "EUR" })),
    ({ adjustments, revenue, tax }) => revenue + tax + adjustments
  )

const invoiced = (documents: ReadonlyArray<StoredInvoice>) =>
  documents.reduce(
    (sum, { amount, document_type, invoice_type }) =>
      document_type === "receipt" ? sum : sum + (invoice_type === "credit" ? -amount : amount),
    0
  )

const Step = Schema.Struct({
  kind: Schema.Literals(["charge", "charge", "charge", "refund", "adjust"]),
  price: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5_000 })),
  /** Index of the charge that a refund takes back. */
  target: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
  /** Hours since the previous step. */
  pause: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600 })),
  isIssued: Schema.Boolean
})
type Step = typeof Step.Type

interface Booking {
  readonly id: string
  readonly month: string
  readonly gross: number
  refunded: string | null
}

/** The amounts of the documents by month, computed from what was done. Every month is issued after its end. */
const expectedMonths = (bookings: ReadonlyArray<Booking>, last: string) => {
  const months = new Map<string, { charges: number; refunds: number }>()
  const of = (month: string) => {
    const found = months.get(month) ?? { charges: 0, refunds: 0 }
    months.set(month, found)
    return found
  }
  for (const { gross, month, refunded } of bookings) {
    if (month <= last && refunded !== month) of(month).charges += gross
    if (refunded !== null && refunded !== month && refunded <= last) of(refunded).refunds += gross
  }
  return [...months].toSorted(([a], [b]) => a < b ? -1 : 1).map(([month, { charges, refunds }]) =>
    [month, charges < 0 ? 0 : charges, charges < 0 ? refunds - charges : refunds] as const
  ).filter(([, charges, refunds]) => charges !== 0 || refunds !== 0)
}

const documentedMonths = (documents: ReadonlyArray<StoredInvoice>) => {
  const months = new Map<string, readonly [number, number]>()
  for (const { amount, content: { month }, invoice_type } of documents) {
    if (month === null) continue
    const [charges, refunds] = months.get(month) ?? [0, 0]
    months.set(month, invoice_type === "credit" ? [charges, refunds + amount] : [charges + amount, refunds])
  }
  return [...months].toSorted(([a], [b]) => a < b ? -1 : 1)
    .map(([month, [charges, refunds]]) => [month, charges, refunds] as const)
    .filter(([, charges, refunds]) => charges !== 0 || refunds !== 0)
}

/** Plays steps from January 2026 on, and returns what was booked and the payer. */
const play = Effect.fnUntraced(function*(steps: ReadonlyArray<Step>) {
  const { adjust } = yield* Wallets
  const { refund } = yield* Billing
  const own = yield* payer()
  const bookings: Array<Booking> = []
  const charges: Array<Booking & { readonly id: Parameters<typeof refund>[0] }> = []
  let now = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
  for (const [index, { isIssued, kind, pause, price, target }] of steps.entries()) {
    now = DateTime.add(now, { hours: pause })
    yield* at(DateTime.formatIso(now))
    const month = DateTime.formatIsoDateUtc(now).slice(0, 7)
    if (isIssued) yield* issue(own)
    if (kind === "charge") {
      const id = yield* charged(own, { price })
      const tax = Math.round(price * 0.19 + 1e-9)
      const booking = { id, month, gross: price + tax, refunded: null }
      bookings.push(booking)
      charges.push(booking)
    } else if (kind === "adjust") {
      const sum = price - 2_500
      if (sum === 0) continue
      yield* adjust({ organization_id: own, amount: cents(sum), reference: `note ${index}` })
      bookings.push({ id: `note ${index}`, month, gross: -sum, refunded: null })
    } else {
      const charge = charges[target % Math.max(1, charges.length)]
      if (charge === undefined || charge.refunded !== null) continue
      yield* refund(charge.id)
      charge.refunded = month
    }
  }
  const end = DateTime.startOf(DateTime.add(now, { months: 1 }), "month")
  yield* at(DateTime.formatIso(end))
  yield* issue(own)
  return { own, bookings, last: DateTime.formatIsoDateUtc(now).slice(0, 7) }
})

/** Invoices of the charges of a ledger, on every storage adapter. */
export const invoiceIssueContract = <E>(name: string, storage: Layer.Layer<Storage, E>) =>
  layer(invoiceServices.pipe(Layer.provideMerge(storage)))(`Invoices (${name})`, (it) => {
    it.effect("are issued once for each month, by product, action and tax rate", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own, { price: 1_000 })
        yield* charged(own, { price: 550 })
        yield* charged(own, { price: 900, action: "renew" })
        yield* at("2026-01-31T23:59:59Z")
        assert.deepStrictEqual(yield* issue(own), [])
        yield* at("2026-02-01T00:00:00Z")
        const [invoice] = yield* issue(own)
        assert.deepStrictEqual(yield* issue(own), [])
        yield* charged(own, { price: 700 })
        includes(invoice, {
          document_type: "invoice",
          invoice_type: "subscription",
          status: "finalized",
          payment_status: "pending",
          fees_amount: 2_450,
          taxes_amount: 466,
          rounding_amount: 0,
          amount: 2_916,
          open_amount: 2_916,
          currency: "EUR"
        })
        const [stored] = yield* documentsOf(own)
        assert.strictEqual(DateTime.formatIso(stored!.payment_due_date), "2026-02-15T00:00:00.000Z")
        const { buyer, lines, month, taxes } = stored!.content
        const common = { product_type: "domain", tax_rate: 190_000, tax_category: "S" }
        assert.deepStrictEqual<unknown>(
          lines,
          [
            { ...common, action: "create", count: 2, net: cents(1_550) },
            { ...common, action: "renew", count: 1, net: cents(900) }
          ]
        )
        assert.deepStrictEqual([month, buyer.name, buyer.city], ["2026-01", "Customer AG", "München"])
        includes(taxes[0], { net: 2_450, tax: 466, tax_category: "S", reason: null })
        const { items } = yield* InvoiceOperations.use(({ get }) => get(stored!.number))
        assert.deepStrictEqual(items.map(({ price }) => price as number).toSorted((a, b) => a - b), [550, 900, 1_000])
        assert.isTrue(items.every(({ step }) => step === "capture"))
        yield* at("2026-03-01T00:00:00Z")
        yield* issue(own)
        assert.deepStrictEqual((yield* documentsOf(own)).map(shown), [
          ["subscription", 2_450, 466, 0, 2_916],
          ["subscription", 700, 133, 0, 833]
        ])
      })))

    it.effect("round taxes once for each rate, and show the difference to the charges", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        for (let count = 0; count < 3; count++) yield* charged(own, { price: 3 })
        yield* at("2026-02-01T00:00:00Z")
        yield* issue(own)
        assert.deepStrictEqual((yield* documentsOf(own)).map(shown), [["subscription", 9, 2, 1, 12]])
      })))

    it.effect("are reduced by refunds of their month, and corrected by credit notes for later ones", () =>
      onTimeline(Effect.gen(function*() {
        const { refund } = yield* Billing
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        const first = yield* charged(own, { price: 1_000 })
        const kept = yield* charged(own, { price: 2_000 })
        yield* refund(first)
        yield* at("2026-02-03T00:00:00Z")
        yield* issue(own)
        yield* refund(kept)
        yield* at("2026-03-01T00:00:00Z")
        yield* issue(own)
        const documents = yield* documentsOf(own)
        assert.deepStrictEqual(documents.map(shown), [
          ["subscription", 2_000, 380, 0, 2_380],
          ["credit", 2_000, 380, 0, 2_380]
        ])
        const [invoice, note] = documents
        assert.deepStrictEqual(note!.content.preceding.map(({ number }) => number), [invoice!.number])
        includes(invoice, { credited_amount: 2_380, payment_status: "succeeded", status: "finalized" })
        assert.deepStrictEqual([invoiced(documents), yield* earned(own)], [0, 0])
      })))

    it.effect("of a parent contain what its suborganizations incurred, unless these pay for themselves", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const parent = yield* storedOrganization("Parent", {
          tax_rate: TaxRateUnits.make(0),
          credit_limit: cents(100_000)
        })
        const child = yield* childOf(parent, "Child")
        const independent = yield* storedOrganization("Independent", {
          parent_organization_id: parent.organization_id,
          billing_mode: "independent",
          credit_limit: cents(100_000)
        })
        yield* charged(parent.organization_id, { price: 100 })
        yield* charged(child.organization_id, { price: 200 })
        yield* charged(independent.organization_id, { price: 400 })
        yield* at("2026-02-01T00:00:00Z")
        yield* issue()
        const amounts = yield* Effect.forEach(
          [parent, child, independent],
          ({ organization_id }) =>
            Effect.map(documentsOf(organization_id), (found) => found.map(({ amount }) => amount))
        )
        assert.deepStrictEqual(amounts as unknown, [[300], [], [400]])
        const [document] = yield* documentsOf(parent.organization_id)
        assert.deepStrictEqual(document!.payment_status, "succeeded")
        assert.deepStrictEqual(document!.content.taxes.map(({ tax_category }) => tax_category), ["Z"])
      })))

    it.effect("reverse the charge for businesses with a VAT id in another member state", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const untaxed = { tax_rate: TaxRateUnits.make(0), tax_id: "ATU12345678", country_code: "AT" }
        const own = yield* payer(untaxed)
        yield* charged(own)
        yield* at("2026-02-01T00:00:00Z")
        yield* issue(own)
        const [document] = yield* documentsOf(own)
        assert.deepStrictEqual(document!.content.taxes.map(({ reason, tax_category }) => [tax_category, reason]), [
          ["AE", "Steuerschuldnerschaft des Leistungsempfängers"]
        ])
      })))

    it.effect("are voided by a credit note, and their charges are invoiced again", () =>
      onTimeline(Effect.gen(function*() {
        const operations = yield* InvoiceOperations
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own)
        yield* at("2026-02-01T00:00:00Z")
        const [invoice] = yield* issue(own)
        yield* at("2026-02-02T00:00:00Z")
        const note = yield* operations.void(invoice!.number)
        includes(note, { invoice_type: "credit", amount: 1_190, status: "finalized" })
        const again = yield* Effect.flip(operations.void(invoice!.number))
        includes(again, { _tag: "InvoiceStateConflict", reason: "voided" })
        yield* at("2026-02-03T00:00:00Z")
        yield* issue(own)
        const documents = yield* documentsOf(own)
        assert.deepStrictEqual(
          documents.map((
            { content, invoice_type, payment_status, status }
          ) => [invoice_type, status, payment_status, content.month]),
          [
            ["subscription", "voided", "failed", "2026-01"],
            ["credit", "finalized", "succeeded", "2026-01"],
            ["subscription", "finalized", "pending", "2026-01"]
          ]
        )
        assert.deepStrictEqual([invoiced(documents), yield* earned(own)], [1_190, 1_190])
      })))

    it.effect("are followed by receipts of payments", () =>
      onTimeline(Effect.gen(function*() {
        const { topUp } = yield* Wallets
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* topUp({ organization_id: own, amount: cents(5_000), reference: "card 1" })
        yield* issue()
        yield* issue()
        const [receipt, ...others] = yield* documentsOf(own)
        assert.deepStrictEqual(others, [])
        includes(receipt, { document_type: "receipt", amount: 5_000, payment_status: "succeeded" })
        assert.match(receipt!.number, /^R2026-\d{6}$/)
        assert.strictEqual(receipt!.content.payment_reference, "card 1")
        const { list } = yield* EventStore
        const page = { page: 1, page_size: 10 }
        const events = yield* list(own, {}, { by: "created_on", order: "asc" }, page)
        assert.include(
          events.items.map(({ event_data }) => event_data.message),
          `Receipt ${receipt!.number} over 50.00 EUR was issued`
        )
      })))

    it.effect("have consecutive numbers when several processes issue them while charges arrive", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2027-01-31T23:59:59Z")
        const payers = yield* Effect.forEach(Array.from({ length: 12 }), () => payer())
        yield* Effect.forEach(payers, (own) => charged(own), { concurrency: "unbounded" })
        yield* at("2027-02-01T00:00:00Z")
        yield* Effect.all([
          ...Array.from({ length: 4 }, () => Effect.asVoid(issue())),
          ...payers.map((own) => Effect.asVoid(charged(own))),
          ...payers.slice(6).map((own) => Effect.asVoid(issue(own)))
        ], { concurrency: "unbounded" })
        const january = yield* Effect.forEach(payers, documentsOf)
        assert.deepStrictEqual(
          january.map((documents) => documents.map((one) => one.amount as number)),
          payers.map(() => [1_190])
        )
        yield* at("2027-03-01T00:00:00Z")
        yield* Effect.all([issue(), issue(), issue()], { concurrency: "unbounded" })
        const all = (yield* Effect.forEach(payers, documentsOf)).flat()
        const places = all.map(({ number }) => Number(number.slice(5))).toSorted((a, b) => a - b)
        assert.strictEqual(new Set(places).size, 24)
        const { items } = yield* InvoiceOperations.use(({ list }) => list({}, { page: 1, page_size: 1000 }))
        const drawn = items.flatMap(({ number }) => number.startsWith("2027-") ? [Number(number.slice(5))] : [])
        assert.deepStrictEqual(drawn.toSorted((a, b) => a - b), drawn.map((_, index) => index + 1))
      })))

    it.effect.prop(
      "add up to the ledger after any charges, refunds and adjustments, month by month",
      { steps: Schema.Array(Step).check(Schema.isBetweenLength(1, 14)) },
      ({ steps }) =>
        onTimeline(Effect.gen(function*() {
          const { bookings, last, own } = yield* play(steps)
          const documents = yield* documentsOf(own)
          assert.deepStrictEqual(documentedMonths(documents), expectedMonths(bookings, last))
          assert.strictEqual(invoiced(documents), yield* earned(own))
          for (const { amount, fees_amount, rounding_amount, taxes_amount } of documents) {
            assert.isAtLeast(amount, 0)
            assert.strictEqual(amount, Money.MinorUnits.make(fees_amount + taxes_amount + rounding_amount))
          }
        })),
      { timeout: 60_000, arbitrary: { runs: 4, size: 14 } }
    )
  })
