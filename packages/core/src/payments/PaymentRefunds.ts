import { DateTime, Effect, Option } from "effect"
import { WalletReferenceConflict, Wallets } from "../billing/index.ts"
import { Instant, Money, Transaction } from "../shared/index.ts"
import type { NewRefund, PaymentId, StoredPayment } from "./Payment.ts"
import type { KnownPayment, PaymentOrder } from "./PaymentDriver.ts"
import { PaymentNotFound, PaymentNotRefundable } from "./PaymentError.ts"
import type { PaymentClient } from "./PaymentProvider.ts"
import type { makePaymentSettlement } from "./PaymentSettlement.ts"
import { PaymentStore } from "./PaymentStore.ts"

/** After this time an order that the provider does not know can no longer be repeated safely. */
export const repeatableHours = 23

/** The order of a payment as its driver receives it. */
export const orderOf = ({ amount, created_on, currency, payment_id, return_url }: StoredPayment): PaymentOrder => ({
  payment_id,
  amount,
  currency,
  created_on: DateTime.toDateUtc(created_on),
  return_url
})

/** A payment as its driver receives it. */
export const knownPayment = (payment: StoredPayment): KnownPayment => ({
  ...orderOf(payment),
  provider_payment_id: payment.provider_payment_id,
  returned: payment.returned_amount,
  refund: payment.refund_transaction_id === null
    ? null
    : { refund_id: payment.refund_transaction_id, amount: payment.pending_refund ?? 0 }
})

/** Reason why an amount cannot be refunded; undefined if it can. */
const problemOf = (payment: StoredPayment, wanted: number): string | undefined => {
  const { amount, currency, pending_refund, refund_transaction_id, returned_amount, status } = payment
  if (status !== "succeeded") return `it is ${status}`
  if (refund_transaction_id !== null) {
    return `a refund of ${Money.toDecimal(pending_refund ?? Money.zero)} ${currency} is pending`
  }
  const left = Money.MinorUnits.make(amount - returned_amount)
  return wanted >= 1 && wanted <= left
    ? undefined
    : `at most ${Money.toDecimal(left)} ${currency} can be refunded`
}

/**
 * Refunds of payments: the amount is held in the wallet, ordered at the provider under the id of its transaction, and
 * taken or given back by the outcome.
 */
export const makePaymentRefunds = (settlement: Effect.Success<typeof makePaymentSettlement>) =>
  Effect.gen(function*() {
    const store = yield* PaymentStore
    const transaction = yield* Transaction
    const wallets = yield* Wallets

    /** Checks a request that repeats an earlier refund of the payment. */
    const repeated = Effect.fnUntraced(function*(payment: StoredPayment, { amount, reference }: NewRefund) {
      const found = yield* wallets.topUpOf(payment.organization_id, referenceOf(payment, reference))
      if (Option.isNone(found)) return false
      const { amount: taken, billing_transaction_id, currency, status } = found.value
      if (amount !== undefined && amount !== -taken) {
        const earlier = Money.toDecimal(Money.MinorUnits.make(-taken))
        const fields = { reference, billing_transaction_id, amount: earlier, currency, status }
        return yield* new WalletReferenceConflict(fields)
      }
      if (status !== "failed") return true
      const hint = `the refund ${reference} has failed, and another attempt needs another reference`
      const reason = payment.failure === null ? hint : `${hint}. ${payment.failure}`
      return yield* new PaymentNotRefundable({ payment_id: payment.payment_id, reason })
    })

    /** Holds the amount of a refund, and stores it with the payment. False, without a change, for a repeated request. */
    const open = Effect.fnUntraced(function*(payment_id: PaymentId, request: NewRefund) {
      const found = yield* store.lock(payment_id)
      if (Option.isNone(found)) return yield* new PaymentNotFound({ payment_id })
      const payment = found.value
      if (yield* repeated(payment, request)) return false
      const { amount, billing_transaction_id, organization_id, returned_amount } = payment
      const wanted = request.amount ?? Money.MinorUnits.make(amount - returned_amount)
      const reason = problemOf(payment, wanted)
      if (reason !== undefined) return yield* new PaymentNotRefundable({ payment_id, reason })
      const movement = { billing_transaction_id, organization_id, amount: wanted }
      const refund_transaction_id = yield* wallets.holdReturn(
        { ...movement, reference: referenceOf(payment, request.reference) },
        request.force === true
      )
      const refund_on = yield* Instant.now
      const next_check_on = DateTime.add(refund_on, { minutes: 2 })
      const change = {
        pending_refund: wanted,
        refund_transaction_id,
        refund_on,
        next_check_on,
        checks: 0,
        failure: null
      }
      yield* store.update(payment_id, change, refund_on)
      return true
    })

    /**
     * Orders the pending refund, as the first order or after the provider did not know it. If the outcome is not known, a later look-up
     * finds it.
     */
    const order = Effect.fnUntraced(function*(client: PaymentClient, payment: StoredPayment) {
      const { payment_id } = payment
      const known = knownPayment(payment)
      const { refund } = known
      if (refund === null || Option.isNone(client.refund)) return
      yield* client.refund.value({ ...known, refund }).pipe(
        Effect.flatMap((found) => settlement.apply(payment, found)),
        Effect.catchTags({
          PaymentRefusal: ({ message }) => settlement.dropRefund(payment, message),
          PaymentUncertain: ({ cause }) =>
            Effect.logWarning(`The outcome of refunding ${payment_id} is not known`, cause)
        })
      )
    })

    /** Orders a refund that the provider does not know again, or ends it when that is no longer safe. */
    const orderAgain = Effect.fnUntraced(function*(client: PaymentClient, id: PaymentId) {
      const found = yield* store.find(id)
      if (Option.isNone(found) || found.value.refund_on === null) return
      const end = DateTime.add(found.value.refund_on, { hours: repeatableHours })
      yield* Instant.hasPassed(end, yield* Instant.now)
        ? settlement.dropRefund(found.value, "the payment provider does not know it")
        : order(client, found.value)
    })

    return {
      open: (id: PaymentId, request: NewRefund) => transaction.atomically(open(id, request)),
      order,
      orderAgain,
      repeated
    }
  })

const referenceOf = ({ payment_id }: StoredPayment, reference: string): string => `${payment_id} refund ${reference}`
