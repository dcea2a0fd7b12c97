import { SealedSecrets } from "@namewright/core/access"
import {
  Billing,
  type BillingTransactionId,
  PriceList,
  type ProductAction,
  TaxRateUnits,
  Wallets
} from "@namewright/core/billing"
import { EventLog } from "@namewright/core/events"
import {
  CurrentInvoiceSettings,
  InvoiceOperations,
  Invoices,
  InvoiceSettings,
  InvoiceStore,
  MonthEnd
} from "@namewright/core/invoices"
import { JobAnnouncements, JobKinds, JobQueue } from "@namewright/core/jobs"
import { MailBrands, Mails } from "@namewright/core/mail"
import { OrganizationPorts, type StoredOrganization } from "@namewright/core/organizations"
import { Money, type OrganizationId, PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Clock, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { organization as storedOrganization } from "../organizations/OrganizationStoreContract.ts"

export const cents = (value: number) => Money.MinorUnits.make(value)

/** Settings of an issuer in Germany. */
export const invoiceSettings = Schema.decodeSync(InvoiceSettings)({
  issuer: {
    name: "Example Registrar GmbH",
    address_1: "Hauptstraße 1",
    postal_code: "10115",
    city: "Berlin",
    country_code: "DE",
    vat_id: "DE123456789",
    email: "billing@example.com",
    iban: "DE02120300000000202051",
    bic: "BYLADEM1001",
    bank: "Example Bank"
  },
  first_month: "2026-01",
  payment_days: 14
})

const mails = Mails.layer.pipe(
  Layer.provide(JobQueue.layer),
  Layer.provide(
    Layer.mergeAll(JobAnnouncements.layer, JobKinds.layer, MailBrands.layerInstallation, SealedSecrets.layer)
  )
)

/** Invoices over a storage, in production, with settings. */
export const invoiceServicesWith = (settings: InvoiceSettings) =>
  Layer.mergeAll(InvoiceOperations.layer, Invoices.layer).pipe(
    Layer.provideMerge(MonthEnd.layer),
    Layer.provideMerge(Layer.mergeAll(Billing.layer, Wallets.layer)),
    Layer.provide(Layer.merge(PriceList.layer, mails)),
    Layer.provideMerge(EventLog.layer),
    Layer.provideMerge(Layer.mergeAll(
      OrganizationPorts.layerBillingParties,
      OrganizationPorts.layerSpendingLimits,
      OrganizationPorts.layerDirectory
    )),
    Layer.provideMerge(Layer.mergeAll(
      Layer.succeed(CurrentInvoiceSettings, Option.some(settings)),
      Layer.succeed(PlatformSettings, { ...standardSettings, environment: "production" })
    ))
  )

/** Invoices of the issuer in Germany. */
export const invoiceServices = invoiceServicesWith(invoiceSettings)

/** Time of the tests in milliseconds. */
let now = 0

/**
 * Clock that `at` sets. Connections of PostgreSQL wait on the clock of the test in seconds, of which years have too many.
 */
const timeline: Clock.Clock = {
  currentTimeMillisUnsafe: () => now,
  currentTimeMillis: Effect.sync(() => now),
  currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
  monotonicTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
  sleep: (duration) =>
    Effect.callback((resume) => {
      const timer = setTimeout(() => resume(Effect.void), Duration.toMillis(duration))
      return Effect.sync(() => clearTimeout(timer))
    })
}

/** Runs a test on the clock that `at` sets. */
export const onTimeline = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.provideService(test, Clock.Clock, timeline)

/** Sets the time of a test. */
export const at = (time: string) =>
  Effect.sync(() => {
    now = DateTime.makeUnsafe(time).epochMilliseconds
  })

/** A payer in Germany, with 19 % tax and credit. */
export const payer = (fields: Partial<StoredOrganization> = {}) =>
  Effect.map(
    storedOrganization("Customer AG", {
      address_1: "Nebenweg 2",
      postal_code: "80331",
      city: "München",
      country_code: "DE",
      tax_rate: TaxRateUnits.make(190_000),
      billing_model: "postpaid",
      credit_limit: cents(100_000_000),
      ...fields
    }),
    ({ organization_id }) => organization_id
  )

export interface TestCharge {
  readonly price?: number
  readonly action?: ProductAction
}

/** Reserves and captures a charge now. */
export const charged = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  { action = "create", price = 1_000 }: TestCharge = {}
): Effect.fn.Return<BillingTransactionId, unknown, Billing> {
  const { capture, reserve } = yield* Billing
  const id = yield* reserve({
    organization_id,
    product_type: "domain",
    product_reference: "a.example",
    action,
    quote: { unit_price: cents(price), volume: 1, unit: "y", currency: "EUR", is_premium: false }
  })
  yield* capture(id)
  return id
})

/** All documents of a payer, oldest first. */
export const documentsOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const store = yield* InvoiceStore
  const { items } = yield* store.listAll({ organization_id: organization }, { page: 1, page_size: 1000 })
  return items.toReversed()
})
