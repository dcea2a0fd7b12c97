import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** The organization has no such payment. */
export class PaymentNotFound extends CodedError<PaymentNotFound>()("PaymentNotFound", {
  code: "ERROR_PAYMENT_NOT_FOUND",
  fields: { payment_id: Schema.String },
  message: ({ payment_id }) => `No payment ${payment_id}`
}) {}

/** The installation has no payment provider, or the provider does not answer. */
export class PaymentProviderUnavailable extends CodedError<PaymentProviderUnavailable>()("PaymentProviderUnavailable", {
  code: "ERROR_PAYMENT_PROVIDER_UNAVAILABLE",
  message: "Payments are not available at present"
}) {}

/** A notice does not come from the payment provider, or is too old. */
export class PaymentNoticeInvalid extends CodedError<PaymentNoticeInvalid>()("PaymentNoticeInvalid", {
  code: "ERROR_PAYMENT_NOTICE_INVALID",
  message: "The notice is not signed by the payment provider"
}) {}
