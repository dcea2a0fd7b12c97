import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** The organization has no such payment. */
export class PaymentNotFound extends CodedError<PaymentNotFound>()("PaymentNotFound", {
  code: "ERROR_PAYMENT_NOT_FOUND",
  fields: { payment_id: Schema.String },
  message: ({ payment_id }) => `No payment ${payment_id}`
}) {}

/** The payment cannot be refunded, or its provider has refused the refund. */
export class PaymentNotRefundable extends CodedError<PaymentNotRefundable>()("PaymentNotRefundable", {
  code: "ERROR_PAYMENT_NOT_REFUNDABLE",
  fields: { payment_id: Schema.String, reason: Schema.String },
  message: ({ payment_id, reason }) => `${payment_id} is not refunded: ${reason}`
}) {}

/** Nothing of the payment is pending, or its provider still decides the outcome. */
export class PaymentNotConcludable extends CodedError<PaymentNotConcludable>()("PaymentNotConcludable", {
  code: "ERROR_PAYMENT_NOT_CONCLUDABLE",
  fields: { payment_id: Schema.String, reason: Schema.String },
  message: ({ payment_id, reason }) => `${payment_id} is not concluded: ${reason}`
}) {}

/**
 * The installation has no payment provider, the provider does not answer, or a payment was made by another one, `provider`,
 * that is not configured.
 */
export class PaymentProviderUnavailable extends CodedError<PaymentProviderUnavailable>()("PaymentProviderUnavailable", {
  code: "ERROR_PAYMENT_PROVIDER_UNAVAILABLE",
  fields: { provider: Schema.NullOr(Schema.String) },
  message: ({ provider }) =>
    provider === null ? "Payments are not available at present" : `The payment provider ${provider} is not configured`
}) {}

/** A notice does not come from the payment provider, or is too old. */
export class PaymentNoticeInvalid extends CodedError<PaymentNoticeInvalid>()("PaymentNoticeInvalid", {
  code: "ERROR_PAYMENT_NOTICE_INVALID",
  message: "The notice is not signed by the payment provider"
}) {}
