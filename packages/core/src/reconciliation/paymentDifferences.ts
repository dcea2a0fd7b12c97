import { Option } from "effect"
import type { ProviderPayment } from "../payments/index.ts"
import { Money } from "../shared/index.ts"
import { money } from "./chargeChecks.ts"
import type { PaymentRecord } from "./DayRecords.ts"
import type { Difference } from "./Finding.ts"

const stateText = (state: ProviderPayment | undefined): string =>
  state === undefined
    ? "no payment at the provider"
    : `${state.status} at the provider: ${Money.toDecimal(state.amount)} ${state.currency}`

/** Amount of refunds and chargebacks that the platform books for a payment. */
const bookable = ({ amount }: PaymentRecord, { returned = 0 }: ProviderPayment): number => Math.min(returned, amount)

/** Difference of a payment with a top-up. */
const toppedUpDifference = (
  payment: PaymentRecord,
  state: Option.Option<ProviderPayment> | undefined
): Pick<Difference, "kind" | "expected" | "found"> | undefined => {
  const { amount, currency, returned_amount, status } = payment
  const known = state === undefined ? undefined : Option.getOrUndefined(state)
  const isPaid = state === undefined ? status === "succeeded" : known?.status === "succeeded"
  const isSame = state === undefined || (known?.amount === amount && known.currency === currency)
  if (!isPaid || !isSame) {
    return {
      kind: "top_up_without_payment",
      expected: `a succeeded payment of ${money(amount, currency)}`,
      found: state === undefined ? `a ${status} payment` : stateText(known)
    }
  }
  return known === undefined || bookable(payment, known) === returned_amount ? undefined : {
    kind: "returned_amount",
    expected: `returned at the provider: ${money(bookable(payment, known), currency)}`,
    found: `booked: ${money(returned_amount, currency)}`
  }
}

/** Difference between a payment, its top-up and the provider's state; undefined if the provider was not asked. */
export const paymentDifference = (
  payment: PaymentRecord,
  state: Option.Option<ProviderPayment> | undefined
): Difference | undefined => {
  const { amount, currency, organization_id, payment_id, provider, status, topped_up } = payment
  const common = { object_id: payment_id, organization_id, provider }
  if (topped_up) {
    const difference = toppedUpDifference(payment, state)
    return difference === undefined ? undefined : { ...common, ...difference }
  }
  const known = state === undefined ? undefined : Option.getOrUndefined(state)
  const isPaid = known?.status === "succeeded" || status === "succeeded"
  const found = state === undefined ? `a ${status} payment` : stateText(known)
  return isPaid
    ? {
      ...common,
      kind: "payment_without_top_up",
      expected: `a top-up of ${money(amount, currency)}`,
      found: `${found}, without a top-up`
    }
    : undefined
}

/**
 * The session that the platform has booked or ordered for a payment, out of all sessions that the provider lists under its
 * id.
 */
export const ownSession = (
  { provider_payment_id }: PaymentRecord,
  sessions: ReadonlyArray<ProviderPayment>
): ProviderPayment | undefined =>
  provider_payment_id === null
    ? sessions.find(({ status }) => status === "succeeded") ?? sessions[0]
    : sessions.find((session) => session.provider_payment_id === provider_payment_id)

/** Money in other sessions of a payment, which the platform never books. Money that was returned is no difference. */
export const otherSessions = (
  payment: PaymentRecord,
  sessions: ReadonlyArray<ProviderPayment>
): ReadonlyArray<Difference> => {
  const own = ownSession(payment, sessions)
  return sessions
    .filter((session) => session !== own && session.status === "succeeded" && (session.returned ?? 0) < session.amount)
    .map((session) => ({
      kind: "payment_without_top_up",
      object_id: session.provider_payment_id,
      organization_id: payment.organization_id,
      provider: payment.provider,
      expected: `one session of ${payment.payment_id}`,
      found: `${stateText(session)}, in another session`
    }))
}

/** Money at the provider for an order that the platform does not have. */
export const unknownPayment = (provider: string, id: string, state: ProviderPayment): Difference => ({
  kind: "payment_without_top_up",
  object_id: id,
  organization_id: null,
  provider,
  expected: "a payment of the platform",
  found: stateText(state)
})
