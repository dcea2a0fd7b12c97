import {
  type KnownPayment,
  type PaymentDriver,
  PaymentNoticeRefused,
  type PaymentOrder,
  PaymentRefused,
  type ProviderPayment,
  type RefundOrder
} from "./PaymentDriver.ts"

/** Outcomes of payments, and of refunds, by the last two digits of the amount; every other amount succeeds at once. */
export const simulatedOutcomes = {
  /** Fails at once. */
  failed: 1,
  /** Stays pending for ever. */
  pending: 2,
  /** Succeeds after ten minutes, without a notice. A refund succeeds at the next look-up. */
  delayed: 3,
  /** Is refused when it is ordered. */
  refused: 4,
  /** Succeeds, but the answer to the order is lost. */
  lost: 5,
  /** Succeeds, and is charged back after an hour. */
  chargedBack: 6
} as const

/** Name of the simulated driver. */
export const simulatedProvider = "simulated"

const minute = 60_000
const delay = 10 * minute
const chargebackAfter = 60 * minute

const idOf = (payment_id: string) => `sim_${payment_id}`

const stateOf = ({ amount, created_on, currency, payment_id }: PaymentOrder, now: Date): ProviderPayment => {
  const age = now.getTime() - created_on.getTime()
  const outcome = amount % 100
  const common = { provider_payment_id: idOf(payment_id), payment_id, amount, currency }
  switch (outcome) {
    case simulatedOutcomes.failed:
      return { ...common, status: "failed", failure: "The simulated payment is declined" }
    case simulatedOutcomes.pending:
      return { ...common, status: "pending" }
    case simulatedOutcomes.delayed:
      return { ...common, status: age >= delay ? "succeeded" : "pending" }
    case simulatedOutcomes.chargedBack:
      return { ...common, status: "succeeded", returned: age >= chargebackAfter ? amount : 0 }
    default:
      return { ...common, status: "succeeded" }
  }
}

/** State of a refund; null for one that the provider refuses. */
const stateOfRefund = ({ amount }: RefundOrder, isFirst: boolean): ProviderPayment["refund"] => {
  switch (amount % 100) {
    case simulatedOutcomes.failed:
      return "failed"
    case simulatedOutcomes.pending:
      return "pending"
    case simulatedOutcomes.delayed:
      return isFirst ? "pending" : "succeeded"
    case simulatedOutcomes.refused:
      return null
    default:
      return "succeeded"
  }
}

/** State of a payment with what was returned; the provider keeps nothing, and repeats what the platform has booked. */
const knownState = (payment: KnownPayment, now: Date, isFirst = false): ProviderPayment => {
  const state = stateOf(payment, now)
  const refund = payment.refund === null ? null : stateOfRefund(payment.refund, isFirst)
  const refunded = refund === "succeeded" ? payment.refund?.amount ?? 0 : 0
  const returned = Math.min(payment.amount, payment.returned + refunded)
  return { ...state, returned: Math.max(state.returned ?? 0, returned), refund }
}

/**
 * Payment provider for sandboxes and tests: the last two digits of the amount determine the outcome. It moves no money,
 * keeps nothing, and takes notices without a signature, as `{"payment_id": "payment_..."}`.
 *
 * @example
 * createPlatform({ storage, payments: simulatedPayments() })
 */
export const simulatedPayments = (): PaymentDriver => ({
  name: simulatedProvider,
  start: async (order, { now }) => {
    const outcome = order.amount % 100
    if (outcome === simulatedOutcomes.refused) throw new PaymentRefused("The simulated provider refuses the amount")
    if (outcome === simulatedOutcomes.lost) throw new Error("The simulated provider's answer is lost")
    return stateOf(order, now)
  },
  find: async (order, { now }) => order.amount % 100 === simulatedOutcomes.refused ? null : knownState(order, now),
  refund: async (payment, { now }) => {
    const outcome = payment.refund.amount % 100
    if (outcome === simulatedOutcomes.refused) throw new PaymentRefused("The simulated provider refuses the amount")
    if (outcome === simulatedOutcomes.lost) throw new Error("The simulated provider's answer is lost")
    return knownState(payment, now, true)
  },
  readNotice: async ({ body }) => {
    const payment_id = /"payment_id"\s*:\s*"(payment_[a-z0-9]+)"/.exec(body)?.[1]
    if (payment_id === undefined) throw new PaymentNoticeRefused("A notice names a payment_id")
    return { payment_id, provider_payment_id: null }
  },
  list: async () => ({ payments: [], next: null })
})
