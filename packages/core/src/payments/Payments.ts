import { Context, DateTime, Effect, Layer, Metric, Option, Schema, Struct } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  UnknownOrganization
} from "../access/index.ts"
import { BillingParties, type InsufficientFunds, type WalletReferenceConflict, Wallets } from "../billing/index.ts"
import {
  type CurrentActor,
  Instant,
  type InvalidInput,
  Money,
  type OrganizationId,
  type Page,
  type PageRequest,
  Transaction
} from "../shared/index.ts"
import {
  type NewPayment,
  newPaymentId,
  type NewRefund,
  type Payment,
  PaymentId,
  type PaymentOutcome,
  type StoredPayment
} from "./Payment.ts"
import type { ReceivedNotice } from "./PaymentDriver.ts"
import {
  PaymentNotConcludable,
  PaymentNotFound,
  PaymentNoticeInvalid,
  PaymentNotRefundable,
  PaymentProviderUnavailable
} from "./PaymentError.ts"
import { type PaymentClient, PaymentProvider } from "./PaymentProvider.ts"
import { knownPayment, makePaymentRefunds, orderOf, repeatableHours } from "./PaymentRefunds.ts"
import { makePaymentSettlement } from "./PaymentSettlement.ts"
import { PaymentStore } from "./PaymentStore.ts"

/** Look-ups of one round. */
const checksPerRound = 100

const notices = Metric.counter("payment_notices_total", {
  description: "Notices of the payment provider by outcome",
  incremental: true
})

const counted = (outcome: "applied" | "ignored" | "unknown" | "refused") =>
  Metric.update(Metric.withAttributes(notices, { outcome }), 1)

/**
 * Top-ups of wallets through a payment provider. A payment is stored before the provider is called, and booked when the
 * provider confirms it. Every change comes from a look-up of the payment at the provider, never from the content of a
 * notice, so that notices may be lost, repeated and out of order.
 */
export class Payments extends Context.Service<Payments, {
  /** Starts a top-up of the caller's organization, or of a suborganization with its own account. */
  readonly start: (
    request: NewPayment,
    organization?: OrganizationId
  ) => Effect.Effect<
    Payment,
    AuthorizationError | UnknownOrganization | InvalidInput | PaymentProviderUnavailable,
    CurrentActor
  >
  readonly get: (
    id: PaymentId
  ) => Effect.Effect<Payment, AuthorizationError | PaymentNotFound, CurrentActor>
  /** Payments of the caller's organization, newest first. */
  readonly list: (
    page: PageRequest,
    organization?: OrganizationId
  ) => Effect.Effect<Page<Payment>, AuthorizationError | UnknownOrganization, CurrentActor>
  /** Starts a top-up for an operator. Checks no rights. */
  readonly startFor: (
    organization: OrganizationId,
    request: NewPayment
  ) => Effect.Effect<Payment, UnknownOrganization | InvalidInput | PaymentProviderUnavailable>
  /** Verifies a notice of the provider, and looks up its payment. Checks no rights. */
  readonly receive: (
    notice: ReceivedNotice
  ) => Effect.Effect<void, PaymentNoticeInvalid | PaymentProviderUnavailable>
  /** Payments of an organization, newest first, for operators. */
  readonly listOf: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<Payment>>
  /** A payment of any organization, for operators. */
  readonly find: (id: PaymentId) => Effect.Effect<Payment, PaymentNotFound>
  /** Looks up a payment at the provider that made it, for operators. */
  readonly check: (id: PaymentId) => Effect.Effect<Payment, PaymentNotFound | PaymentProviderUnavailable>
  /**
   * Refunds a part of a payment, or all of it, through the provider that made it, for operators. The amount leaves the
   * balance before the provider is called. A pending refund has the member `pending_refund`, and is looked up later. The
   * same reference is refunded once. Checks no rights.
   */
  readonly refund: (
    id: PaymentId,
    request: NewRefund
  ) => Effect.Effect<
    Payment,
    | PaymentNotFound
    | PaymentNotRefundable
    | PaymentProviderUnavailable
    | InsufficientFunds
    | WalletReferenceConflict
  >
  /**
   * Concludes a pending payment, or the pending refund of a payment, that needs an operator (`failure`), as the operator has
   * found it at the provider or the bank. Checks no rights.
   */
  readonly conclude: (
    id: PaymentId,
    outcome: PaymentOutcome
  ) => Effect.Effect<Payment, PaymentNotFound | PaymentNotConcludable>
  /** Looks up payments that are due. True if more are due. */
  readonly checkDue: Effect.Effect<boolean>
}>()("@namewright/core/payments/Payments") {
  static readonly layer = Layer.effect(
    Payments,
    Effect.gen(function*() {
      const directory = yield* OrganizationDirectory
      const parties = yield* BillingParties
      const chosen = yield* PaymentProvider
      const store = yield* PaymentStore
      const transaction = yield* Transaction
      const wallets = yield* Wallets
      const settlement = yield* makePaymentSettlement
      const refunds = yield* makePaymentRefunds(settlement)

      const configured = Effect.mapError(Effect.fromOption(chosen), noProvider)

      const stored = (id: PaymentId) =>
        Effect.flatMap(
          store.find(id),
          Option.match({
            onNone: () => Effect.fail(new PaymentNotFound({ payment_id: id })),
            onSome: (payment) => Effect.succeed(payment)
          })
        )

      /** Stores a payment and its pending top-up. */
      const opened = (organization_id: OrganizationId, { amount, return_url = null }: NewPayment, name: string) =>
        transaction.atomically(Effect.gen(function*() {
          const payment_id = yield* newPaymentId
          const party = yield* parties.find(organization_id)
          if (Option.isNone(party)) return yield* new UnknownOrganization({ organization_id })
          const billing_transaction_id = yield* Effect.catchTag(
            wallets.announce({ organization_id, amount, reference: payment_id }),
            "WalletReferenceConflict",
            Effect.die
          )
          const now = yield* Instant.now
          const payment: StoredPayment = {
            payment_id,
            organization_id,
            billing_transaction_id,
            provider: name,
            provider_payment_id: null,
            status: "pending",
            amount,
            currency: party.value.currency,
            returned_amount: Money.zero,
            pending_refund: null,
            refund_transaction_id: null,
            refund_on: null,
            return_url,
            checkout_url: null,
            failure: null,
            version: 0,
            next_check_on: DateTime.add(now, { minutes: 2 }),
            checks: 0,
            created_on: now,
            updated_on: now
          }
          yield* store.insert(payment)
          return payment
        }))

      /** Orders a payment. If the outcome is not known, a later look-up finds it. */
      const order = Effect.fnUntraced(function*(client: PaymentClient, payment: StoredPayment) {
        yield* client.start(orderOf(payment)).pipe(
          Effect.flatMap((found) => settlement.apply(payment, found)),
          Effect.catchTags({
            PaymentRefusal: ({ message }) => settlement.fail(payment, message),
            PaymentUncertain: ({ cause }) =>
              Effect.logWarning(`The outcome of ordering ${payment.payment_id} is not known`, cause)
          })
        )
      })

      const startFor = Effect.fn("Payments.startFor")(function*(organization: OrganizationId, request: NewPayment) {
        const client = yield* configured
        const payment = yield* opened(organization, request, client.name)
        yield* order(client, payment)
        return shown(Option.getOrElse(yield* store.find(payment.payment_id), () => payment))
      })

      /** Looks a payment up, orders it again if the provider does not know it, and books what has changed. */
      const look = Effect.fnUntraced(function*(client: PaymentClient, payment: StoredPayment) {
        const found = yield* client.find(knownPayment(payment))
        if (Option.isSome(found)) {
          if (!(yield* settlement.apply(payment, found.value))) return false
          const isKnown = found.value.refund !== undefined && found.value.refund !== null
          if (payment.refund_transaction_id !== null && !isKnown) yield* refunds.orderAgain(client, payment.payment_id)
          return true
        }
        if (payment.status !== "pending" && payment.refund_transaction_id === null) return true
        // A payment that the provider has had, and no longer knows, may still bring money: an operator decides.
        if (payment.provider_payment_id !== null) return yield* settlement.note(payment, unknownPayment)
        const end = DateTime.add(payment.created_on, { hours: repeatableHours })
        if (Instant.hasPassed(end, yield* Instant.now)) return yield* settlement.fail(payment, unknownPayment)
        yield* order(client, payment)
        return true
      })

      /** Repeats a look-up that another one has overtaken. A payment is looked up only at the provider that made it. */
      const lookUp = Effect.fnUntraced(function*(client: PaymentClient, id: PaymentId) {
        for (let attempt = 0; attempt < 5; attempt++) {
          const payment = yield* store.find(id)
          if (Option.isNone(payment)) return
          const { provider } = payment.value
          if (provider !== client.name) return yield* new PaymentProviderUnavailable({ provider })
          if (yield* look(client, payment.value)) return
        }
      })

      const visible = Effect.fnUntraced(function*(organization: OrganizationId | undefined, right: "read" | "manage") {
        const actor = yield* authorize(`billing:${right}`)
        const { organization_id } = yield* OrganizationScope.requireVisible(
          directory,
          actor,
          organization ?? actor.organization_id
        )
        return organization_id
      })

      const receive = Effect.fn("Payments.receive")(function*(received: ReceivedNotice) {
        const client = yield* configured
        const notice = yield* client.readNotice(received).pipe(
          Effect.catchTags({
            NoticeRefusal: ({ message }) =>
              Effect.andThen(
                Effect.andThen(counted("refused"), Effect.logWarning(`A payment notice is refused: ${message}`)),
                Effect.fail(new PaymentNoticeInvalid())
              ),
            PaymentUncertain: ({ cause }) => unavailable(cause)
          })
        )
        if (Option.isNone(notice)) return yield* counted("ignored")
        const { payment_id, provider_payment_id } = notice.value
        const named = isPaymentId(payment_id) ? yield* store.find(payment_id) : Option.none<StoredPayment>()
        const own = Option.filter(named, ({ provider }) => provider === client.name)
        const known = Option.isSome(own) || provider_payment_id === null
          ? own
          : yield* store.findAtProvider(client.name, provider_payment_id)
        if (Option.isNone(known)) {
          yield* Effect.logWarning(`A notice is about a payment that is not known: ${provider_payment_id}`)
          return yield* counted("unknown")
        }
        yield* Effect.catchTag(
          lookUp(client, known.value.payment_id),
          "PaymentUncertain",
          ({ cause }) => unavailable(cause)
        )
        yield* counted("applied")
      })

      const refund = Effect.fn("Payments.refund")(function*(id: PaymentId, request: NewRefund) {
        const client = yield* configured
        const { provider } = yield* stored(id)
        if (provider !== client.name) return yield* new PaymentProviderUnavailable({ provider })
        if (Option.isNone(client.refund)) {
          return yield* new PaymentNotRefundable({ payment_id: id, reason: `refund it at ${provider}` })
        }
        // What was returned at the provider meanwhile is no longer there to refund.
        yield* Effect.catchTag(lookUp(client, id), "PaymentUncertain", ({ cause }) => unavailable(cause))
        if (yield* refunds.open(id, request)) yield* refunds.order(client, yield* stored(id))
        const payment = yield* stored(id)
        // Fails if the provider has refused it.
        yield* refunds.repeated(payment, request)
        return shown(payment)
      })

      const conclude = Effect.fn("Payments.conclude")(function*(id: PaymentId, outcome: PaymentOutcome) {
        for (;;) {
          const payment = yield* stored(id)
          const reason = conclusionProblem(payment)
          if (reason !== undefined) return yield* new PaymentNotConcludable({ payment_id: id, reason })
          if (yield* settlement.concludePending(payment, outcome)) return shown(yield* stored(id))
        }
      })

      const checkDue = Effect.gen(function*() {
        if (Option.isNone(chosen)) return false
        const client = chosen.value
        const now = yield* Instant.now
        const due = yield* store.leaseDue(checksPerRound, now, DateTime.add(now, { minutes: 5 }))
        yield* Effect.forEach(due, (payment) =>
          lookUp(client, payment.payment_id).pipe(
            Effect.catchTags({
              PaymentUncertain: ({ cause }) => Effect.logWarning(`${payment.payment_id} could not be looked up`, cause),
              PaymentProviderUnavailable: ({ message }) => settlement.note(payment, message)
            }),
            // A payment that cannot be booked must not stop the look-ups of the others.
            Effect.catchDefect((defect) => Effect.logError(`The look-up of ${payment.payment_id} has failed`, defect)),
            Effect.andThen(settlement.postpone(payment.payment_id))
          ), { concurrency: 4, discard: true })
        return due.length === checksPerRound
      })

      return Payments.of({
        start: Effect.fn("Payments.start")(function*(request, organization) {
          return yield* startFor(yield* visible(organization, "manage"), request)
        }),
        get: Effect.fn("Payments.get")(function*(id) {
          const actor = yield* authorize("billing:read")
          const payment = yield* stored(id)
          const seen = yield* OrganizationScope.visible(directory, actor, payment.organization_id)
          return seen ? shown(payment) : yield* new PaymentNotFound({ payment_id: id })
        }),
        list: Effect.fn("Payments.list")(function*(page, organization) {
          const found = yield* store.list(yield* visible(organization, "read"), page)
          return { ...found, items: found.items.map(shown) }
        }),
        startFor,
        listOf: Effect.fn("Payments.listOf")(function*(organization, page) {
          const found = yield* store.list(organization, page)
          return { ...found, items: found.items.map(shown) }
        }),
        find: Effect.fn("Payments.find")((id) => Effect.map(stored(id), shown)),
        receive,
        check: Effect.fn("Payments.check")(function*(id) {
          const client = yield* configured
          yield* stored(id)
          yield* Effect.catchTag(lookUp(client, id), "PaymentUncertain", ({ cause }) => unavailable(cause))
          return shown(yield* stored(id))
        }),
        refund,
        conclude,
        checkDue
      })
    })
  )
}

const unknownPayment = "The payment provider does not know the payment"

/** Reason why an operator cannot conclude a payment; undefined if it can. */
const conclusionProblem = ({ failure, refund_transaction_id, status }: StoredPayment): string | undefined => {
  if (status !== "pending" && refund_transaction_id === null) return `it is ${status}, and no refund is pending`
  return failure === null ? "the payment provider decides the outcome, which is looked up" : undefined
}

const isPaymentId = Schema.is(PaymentId)

const noProvider = () => new PaymentProviderUnavailable({ provider: null })

const unavailable = (cause: unknown) =>
  Effect.andThen(
    Effect.logWarning("The payment provider did not answer", cause),
    Effect.fail(noProvider())
  )

const shown = (payment: StoredPayment): Payment =>
  Struct.omit(payment, ["return_url", "refund_transaction_id", "refund_on", "version", "next_check_on", "checks"])
