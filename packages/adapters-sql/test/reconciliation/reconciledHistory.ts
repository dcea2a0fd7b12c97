import { InvoiceFixtures } from "@namewright/conformance"
import { Billing, type BillingTransactionId, newBillingTransactionId, Wallets } from "@namewright/core/billing"
import { DomainQuoteStore, newDomainQuoteId } from "@namewright/core/domains"
import { EventLog } from "@namewright/core/events"
import { InvoiceOperations } from "@namewright/core/invoices"
import {
  newPaymentId,
  type PaymentClient,
  PaymentProvider,
  Payments,
  PaymentStore,
  PaymentUncertain,
  type ProviderPayment
} from "@namewright/core/payments"
import { Reconciliation } from "@namewright/core/reconciliation"
import { DomainName, Instant, Money, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"

const { at, cents, invoiceServices, payer } = InvoiceFixtures

/** Payments at the provider by the platform's id, which the tests change. */
export const states = new Map<string, ProviderPayment>()

/** Days of the calls of the provider's list, and whether these are answered. */
export const listing = { isSilent: false, days: [] as Array<string> }

const client: PaymentClient = {
  name: "test",
  refund: Option.none(),
  start: () => Effect.die(new Error("not started here")),
  find: ({ payment_id }) => Effect.succeed(Option.fromUndefinedOr(states.get(payment_id))),
  readNotice: () => Effect.succeedNone,
  list: Effect.fnUntraced(function*({ from, to }) {
    listing.days.push(from.toISOString().slice(0, 10))
    if (listing.isSilent) return yield* new PaymentUncertain({ cause: "silent" })
    const payments = [...states.values()].filter(({ provider_payment_id }) => {
      const millis = Number(provider_payment_id.split(" ")[1])
      return millis >= from.getTime() && millis < to.getTime()
    })
    return { payments, next: null }
  })
}

/** The provider without payments: test files that run in one process share `states`, but not their databases. */
const provider = Layer.sync(PaymentProvider, () => {
  states.clear()
  listing.isSilent = false
  return Option.some(client)
})

/** The reconciliation with invoices, and with the payments of `states`. */
export const reconciliationServices = Reconciliation.layer.pipe(
  Layer.provideMerge(Payments.layer),
  Layer.provideMerge(invoiceServices),
  Layer.provideMerge(provider)
)

export const Step = Schema.Struct({
  kind: Schema.Literals([
    "order",
    "order",
    "quoted",
    "release",
    "refund",
    "topUp",
    "adjust",
    "payment",
    "failedPayment"
  ]),
  price: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5_000 })),
  /** Index of the charge that a refund takes back. */
  target: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
  /** Hours since the previous step. */
  pause: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 200 }))
})
export type Step = typeof Step.Type

const dayOf = (instant: Instant.Instant) => DateTime.formatIsoDateUtc(instant)

/** Order of a domain with its charge and its event, as one transaction stores them. */
export const ordered = Effect.fnUntraced(function*(organization_id: OrganizationId, name: string, price: number) {
  const { atomically } = yield* Transaction
  const { capture, reserve } = yield* Billing
  const { record } = yield* EventLog
  const billing_transaction_id = yield* newBillingTransactionId
  const event_id = yield* atomically(Effect.gen(function*() {
    yield* reserve({
      billing_transaction_id,
      organization_id,
      product_type: "domain",
      product_reference: name,
      action: "create",
      quote: { unit_price: cents(price), volume: 1, unit: "y", currency: "EUR", is_premium: false }
    })
    yield* capture(billing_transaction_id)
    return yield* record({
      organization_id,
      object_type: "DOMAIN",
      object_id: null,
      object_name: name,
      type: "REGISTRATION",
      subtype: "SUCCESS",
      counted_tld: "example",
      event_data: { message: `${name} is registered` }
    })
  }))
  return { billing_transaction_id, event_id, day: dayOf(yield* Instant.now) }
})

/** Order with a quote of its price. */
export const quoted = Effect.fnUntraced(function*(organization_id: OrganizationId, name: string, price: number) {
  const store = yield* DomainQuoteStore
  const now = yield* Instant.now
  const quote_id = yield* newDomainQuoteId
  yield* store.insert({
    quote_id,
    organization_id,
    command: "create",
    name: DomainName.make(name),
    order_hash: "hash",
    prices: [{
      question: JSON.stringify(["list", { action: "create" }]),
      unit_price: cents(price),
      volume: 1,
      unit: "y",
      currency: "EUR",
      is_premium: false
    }],
    created_on: now,
    expires_on: DateTime.add(now, { minutes: 15 }),
    used_on: null
  })
  yield* store.use(quote_id, now)
  return { ...yield* ordered(organization_id, name, price), quote_id }
})

/** Payment whose provider and top-up have the same outcome. */
export const paid = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  amount: number,
  status: "succeeded" | "failed"
) {
  const { announce, conclude } = yield* Wallets
  const store = yield* PaymentStore
  const now = yield* Instant.now
  const payment_id = yield* newPaymentId
  const provider_payment_id = `p ${now.epochMilliseconds} ${payment_id}`
  const movement = { organization_id, amount: cents(amount), reference: payment_id }
  const billing_transaction_id = yield* announce(movement)
  yield* conclude(billing_transaction_id, status)
  yield* store.insert({
    payment_id,
    organization_id,
    billing_transaction_id,
    provider: "test",
    provider_payment_id,
    status,
    amount: cents(amount),
    currency: "EUR",
    returned_amount: Money.zero,
    pending_refund: null,
    refund_transaction_id: null,
    refund_on: null,
    return_url: null,
    checkout_url: null,
    failure: null,
    version: 0,
    next_check_on: null,
    checks: 0,
    created_on: now,
    updated_on: now
  })
  states.set(payment_id, { provider_payment_id, payment_id, status, amount, currency: "EUR" })
  return { payment_id, billing_transaction_id, day: dayOf(now) }
})

/** Plays steps from January 2026 on, with an object of each kind, and issues the invoices of the complete months. */
export const play = Effect.fnUntraced(function*(steps: ReadonlyArray<Step>) {
  const { adjust, topUp } = yield* Wallets
  const { refund, release, reserve } = yield* Billing
  yield* at("2026-01-02T12:00:00Z")
  const own = yield* payer()
  const prefix = own.slice(-8)
  const charges: Array<BillingTransactionId> = []
  const days = new Set<string>(["2026-01-02"])
  const free = yield* ordered(own, `free-${prefix}.example`, 0)
  // A month in which everything was free has no document.
  yield* ordered(yield* payer(), `alone-${prefix}.example`, 0)
  const invoiced = yield* ordered(own, `invoiced-${prefix}.example`, 900)
  const failed = yield* paid(own, 1_200, "failed")
  yield* topUp({ organization_id: own, amount: cents(700), reference: "bank 0" })
  let now = yield* Instant.now
  for (const [index, { kind, pause, price, target }] of steps.entries()) {
    now = DateTime.add(now, { hours: pause })
    yield* at(DateTime.formatIso(now))
    days.add(dayOf(now))
    const name = `${index}-${prefix}.example`
    if (kind === "order") charges.push((yield* ordered(own, name, price)).billing_transaction_id)
    else if (kind === "quoted") yield* quoted(own, name, price)
    else if (kind === "topUp") {
      yield* topUp({ organization_id: own, amount: cents(price), reference: `bank ${index + 1}` })
    } else if (kind === "adjust") {
      yield* adjust({ organization_id: own, amount: cents(price), reference: `note ${index}` })
    } else if (kind === "payment") yield* paid(own, price, "succeeded")
    else if (kind === "failedPayment") yield* paid(own, price, "failed")
    else if (kind === "release") {
      const id = yield* reserve({
        organization_id: own,
        product_type: "domain",
        product_reference: name,
        action: "create",
        quote: { unit_price: cents(price), volume: 1, unit: "y", currency: "EUR", is_premium: false }
      })
      yield* release(id, "failed")
    } else {
      const [charge] = charges.splice(target % Math.max(1, charges.length), 1)
      if (charge !== undefined) yield* refund(charge)
    }
  }
  const month = DateTime.startOf(DateTime.add(now, { months: 1 }), "month")
  yield* at(DateTime.formatIso(DateTime.add(month, { hours: 2 })))
  yield* InvoiceOperations.use((invoices) => invoices.issue(own))
  yield* InvoiceOperations.use((invoices) => invoices.issue(undefined))
  days.add(dayOf(month))
  const open = yield* ordered(own, `open-${prefix}.example`, 800)
  const withQuote = yield* quoted(own, `quoted-${prefix}.example`, 850)
  const payment = yield* paid(own, 2_500, "succeeded")
  // Quotes are compared until two days after their use.
  const end = DateTime.add(month, { days: 1, hours: 2 })
  yield* at(DateTime.formatIso(end))
  return { own, days: [...days], end, free, invoiced, failed, open, withQuote, payment }
})
export type History = Effect.Success<ReturnType<typeof play>>
