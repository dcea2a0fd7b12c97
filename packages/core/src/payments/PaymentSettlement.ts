import { DateTime, Effect, Option } from "effect"
import { Wallets } from "../billing/index.ts"
import { Instant, Money, Transaction } from "../shared/index.ts"
import type { PaymentId, PaymentOutcome, StoredPayment } from "./Payment.ts"
import type { ProviderPayment } from "./PaymentDriver.ts"
import { type PaymentChange, PaymentStore } from "./PaymentStore.ts"

/** Longest stored reason in characters. */
const failureLength = 500

const storable = (text: string): string => text.replaceAll("\0", "\ufffd").slice(0, failureLength)

/** Failure that is stored with a payment whose refund has failed. */
const refundFailed = (
  { currency, pending_refund }: StoredPayment,
  reason: string | null | undefined
): string => {
  const amount = `${Money.toDecimal(pending_refund ?? Money.zero)} ${currency}`
  return storable(`The refund of ${amount} has failed: ${reason ?? "the payment provider gave no reason"}`)
}

/** Change of a payment whose refund has ended. */
const noRefund = { pending_refund: null, refund_transaction_id: null, refund_on: null, next_check_on: null } as const

/** Pause before the next look-up: 5 minutes, doubled each time, at most 6 hours. */
const pauseAfter = (checks: number): number => Math.min(360, 5 * 2 ** Math.min(checks, 10))

/** Money that does not match is not booked; an operator decides. */
const mismatched = (payment: StoredPayment, found: ProviderPayment) => {
  const failure = `The provider has ${
    Money.toDecimal(found.amount)
  } ${found.currency} under ${found.provider_payment_id}`
  return payment.failure === failure ? Effect.succeed({}) : Effect.as(
    Effect.logError(`${payment.payment_id} is not booked, because its amount differs: ${failure}`),
    { failure: storable(failure) }
  )
}

/** Books the states of payments that a provider reports. */
export const makePaymentSettlement = Effect.gen(function*() {
  const store = yield* PaymentStore
  const transaction = yield* Transaction
  const wallets = yield* Wallets

  /** Money that arrived for a payment that had failed here is another top-up. */
  const conclude = Effect.fnUntraced(function*(payment: StoredPayment, status: PaymentOutcome) {
    const { amount, billing_transaction_id, organization_id, payment_id } = payment
    if (payment.status === "pending") return yield* wallets.conclude(billing_transaction_id, status)
    const reference = `${payment_id} late`
    yield* Effect.orDie(wallets.topUpLate({ billing_transaction_id, organization_id, amount, reference }))
  })

  /** Books the difference to what was returned before. The amount of a won chargeback is credited again. */
  const takeBack = Effect.fnUntraced(function*(payment: StoredPayment, booked: number, returned: number) {
    const amount = Money.MinorUnits.make(booked - returned)
    yield* Effect.orDie(
      wallets.takeBack({
        billing_transaction_id: payment.billing_transaction_id,
        organization_id: payment.organization_id,
        amount,
        reference: `${payment.payment_id} return ${payment.version + 1}`
      })
    )
  })

  /** Ends the pending refund of a payment, whose amount was held. Returns what is booked as returned then. */
  const concludeRefund = Effect.fnUntraced(function*(payment: StoredPayment, outcome: PaymentOutcome) {
    const { pending_refund, refund_transaction_id, returned_amount } = payment
    if (refund_transaction_id === null) return returned_amount
    yield* wallets.concludeReturn(refund_transaction_id, outcome)
    return outcome === "succeeded" ? returned_amount + (pending_refund ?? 0) : returned_amount
  })

  /**
   * Runs `work` if the payment's version is unchanged; otherwise returns false. A look-up without a change increments the
   * version as well: the answer of an earlier look-up that is still awaited is then older, and is not booked.
   */
  const ifUnchanged = (payment: StoredPayment, work: Effect.Effect<PaymentChange>) =>
    transaction.atomically(Effect.gen(function*() {
      const locked = yield* store.lock(payment.payment_id)
      if (Option.isNone(locked) || locked.value.version !== payment.version) return false
      const change = yield* work
      const isChanged = Object.keys(change).length > 0
      yield* store.update(payment.payment_id, change, isChanged ? yield* Instant.now : locked.value.updated_on)
      return true
    }))

  const changes = Effect.fnUntraced(function*(payment: StoredPayment, found: ProviderPayment) {
    if (found.amount !== payment.amount || found.currency !== payment.currency) return yield* mismatched(payment, found)
    const outcome = found.status === "pending" || payment.status === "succeeded" || found.status === payment.status
      ? undefined
      : found.status
    const status = outcome ?? payment.status
    if (outcome !== undefined) yield* conclude(payment, outcome)
    const refund = payment.refund_transaction_id === null ? undefined : found.refund ?? undefined
    const isEnded = refund === "succeeded" || refund === "failed"
    const booked = isEnded ? yield* concludeRefund(payment, refund) : payment.returned_amount
    // While a refund is pending, providers differ on whether its amount counts as returned.
    const isComparable = status === "succeeded" && refund !== "pending"
    const returned = isComparable ? Math.min(found.returned ?? 0, payment.amount) : booked
    if (returned !== booked) yield* takeBack(payment, booked, returned)
    const checkout_url = status === "pending" ? found.checkout_url ?? payment.checkout_url : null
    const failure = status === "failed"
      ? storable(found.failure ?? "The payment has failed")
      : refund === "failed"
      ? refundFailed(payment, found.failure)
      : null
    const next: PaymentChange = {
      ...(found.provider_payment_id === payment.provider_payment_id
        ? {}
        : { provider_payment_id: found.provider_payment_id }),
      ...(checkout_url === payment.checkout_url ? {} : { checkout_url }),
      ...(failure === payment.failure ? {} : { failure }),
      ...(outcome === undefined ? {} : { status, next_check_on: null }),
      ...(isEnded ? noRefund : {}),
      ...(returned === payment.returned_amount ? {} : { returned_amount: Money.MinorUnits.make(returned) })
    }
    return next
  })

  /** Stores and books the state of a payment. False if another look-up was faster. */
  const apply = (payment: StoredPayment, found: ProviderPayment) =>
    Effect.suspend(() => ifUnchanged(payment, changes(payment, found)))

  /** Fails a payment for which no money can arrive. */
  const fail = (payment: StoredPayment, reason: string) =>
    ifUnchanged(
      payment,
      Effect.gen(function*() {
        if (payment.status !== "pending") return {}
        yield* conclude(payment, "failed")
        return { status: "failed", failure: storable(reason), next_check_on: null } as const
      })
    )

  /** Ends a pending refund with which no money moves. */
  const dropRefund = (payment: StoredPayment, reason: string) =>
    ifUnchanged(
      payment,
      Effect.as(concludeRefund(payment, "failed"), { ...noRefund, failure: refundFailed(payment, reason) })
    )

  /** Ends what is pending of a payment, its refund or itself, as an operator says. */
  const concludePending = (payment: StoredPayment, outcome: PaymentOutcome) =>
    ifUnchanged(
      payment,
      Effect.gen(function*() {
        const reason = outcome === "failed" ? "an operator has concluded it" : undefined
        if (payment.refund_transaction_id !== null) {
          const returned_amount = Money.MinorUnits.make(yield* concludeRefund(payment, outcome))
          return { ...noRefund, returned_amount, failure: reason === undefined ? null : refundFailed(payment, reason) }
        }
        yield* conclude(payment, outcome)
        const failure = reason === undefined ? null : `The payment has failed: ${reason}`
        return { status: outcome, checkout_url: null, next_check_on: null, failure }
      })
    )

  /** Stores a problem that an operator must resolve. */
  const note = (payment: StoredPayment, reason: string) =>
    payment.failure === reason ? Effect.succeed(true) : Effect.andThen(
      Effect.logError(`${payment.payment_id} needs an operator: ${reason}`),
      ifUnchanged(payment, Effect.succeed({ failure: storable(reason) }))
    )

  /** Sets the time of the next look-up of a payment with an open outcome, its own or that of a refund. Ends those of others. */
  const postpone = (id: PaymentId) =>
    transaction.atomically(Effect.gen(function*() {
      const found = yield* store.lock(id)
      if (Option.isNone(found)) return
      const { checks, next_check_on, refund_transaction_id, status } = found.value
      if (next_check_on === null) return
      const now = yield* Instant.now
      const change = status === "pending" || refund_transaction_id !== null
        ? { checks: checks + 1, next_check_on: DateTime.add(now, { minutes: pauseAfter(checks) }) }
        : { next_check_on: null }
      yield* store.update(id, change, now)
    }))

  return { apply, concludePending, dropRefund, fail, note, postpone }
})
