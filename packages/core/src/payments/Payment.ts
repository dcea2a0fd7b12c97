import { Schema } from "effect"
import { BillingTransactionId, DecimalAmount } from "../billing/index.ts"
import { Instant, limits, Money, OrganizationId, TypeId } from "../shared/index.ts"

export const PaymentId = TypeId.schema("payment").pipe(Schema.brand("PaymentId"))
export type PaymentId = typeof PaymentId.Type
export const newPaymentId = TypeId.generator("payment", (text) => PaymentId.make(text))

/** `pending`: not paid yet, or the outcome is not known yet. */
export const PaymentStatus = Schema.Literals(["pending", "succeeded", "failed"]).annotate({
  identifier: "PaymentStatus"
})
export type PaymentStatus = typeof PaymentStatus.Type

/** Top-up of a wallet through a payment provider. */
export const Payment = Schema.Struct({
  payment_id: PaymentId,
  organization_id: OrganizationId,
  /** The `wallet_top_up`, which has the status of the payment. */
  billing_transaction_id: BillingTransactionId,
  /** Name of the provider, such as `stripe`. */
  provider: Schema.String,
  /** Null until the provider has answered. */
  provider_payment_id: Schema.NullOr(Schema.String),
  status: PaymentStatus,
  amount: DecimalAmount,
  currency: Money.Currency,
  /** Sum of refunds and chargebacks. */
  returned_amount: DecimalAmount,
  /** Amount of a refund that was ordered, and whose outcome is not known yet; null without one. */
  pending_refund: Schema.NullOr(DecimalAmount),
  /** Page of the provider on which the customer pays; null without one. */
  checkout_url: Schema.NullOr(Schema.String),
  /** Reason of a failure, or of a payment that an operator has to look at. */
  failure: Schema.NullOr(Schema.String),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Payment" })
export type Payment = typeof Payment.Type

/** A payment with the state of its recovery. */
export interface StoredPayment extends Payment {
  /** Page to which the provider sends the customer back. */
  readonly return_url: string | null
  /** Transaction of the pending refund, and its id at the provider. */
  readonly refund_transaction_id: BillingTransactionId | null
  /** Time at which the pending refund was ordered first. */
  readonly refund_on: Instant.Instant | null
  /** Counts changes and look-ups, so that an older state of the provider never replaces a newer one. */
  readonly version: number
  /** Time of the next look-up at the provider; null if none is due. */
  readonly next_check_on: Instant.Instant | null
  /** Scheduled look-ups since the payment was created, or since its latest refund was stored. */
  readonly checks: number
}

const ReturnUrl = Schema.String.check(
  Schema.isMaxLength(2000),
  Schema.isPattern(/^(?:https:\/\/\S+|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:[/?#]\S*)?)$/, {
    expected: "an address with https, or with http on localhost"
  })
)

/** Outcome of a payment or a refund. */
export const PaymentOutcome = Schema.Literals(["succeeded", "failed"]).annotate({ identifier: "PaymentOutcome" })
export type PaymentOutcome = typeof PaymentOutcome.Type

/** Request of a refund through the payment provider. */
export const NewRefund = Schema.Struct({
  /** Above zero, in the currency of the payment. Default: all that was not returned yet. */
  amount: Schema.optionalKey(DecimalAmount),
  /** Number of the refund, unique for the payment; the same reference is refunded once. */
  reference: Schema.String.check(
    Schema.isBetweenLength(limits.refundReference.minimum, limits.refundReference.maximum)
  ),
  /** Also if the balance does not cover the amount; it is then below zero. Default false. */
  force: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "NewRefund" })
export type NewRefund = typeof NewRefund.Type

/** Request of a top-up. */
export const NewPayment = Schema.Struct({
  /** Above zero, in the currency of the organization's account. */
  amount: DecimalAmount.check(Schema.isBetween(limits.topUp)),
  /** Page to which the provider sends the customer back, with https; with http only on `localhost` or `127.0.0.1`. */
  return_url: Schema.optionalKey(Schema.NullOr(ReturnUrl))
}).annotate({ identifier: "NewPayment" })
export type NewPayment = typeof NewPayment.Type
