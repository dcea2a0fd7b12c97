import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** The operator does not offer the product, or the caller's organization is not invited to it. */
export class WaitlistProductNotFound extends CodedError<WaitlistProductNotFound>()("WaitlistProductNotFound", {
  code: "ERROR_WAITLIST_PRODUCT_NOT_FOUND",
  fields: { product: Schema.String },
  message: ({ product }) => `No product ${product}`
}) {}

/** The user has applied before, whatever was decided. */
export class WaitlistAlreadyApplied extends CodedError<WaitlistAlreadyApplied>()("WaitlistAlreadyApplied", {
  code: "ERROR_WAITLIST_ALREADY_APPLIED",
  fields: { product: Schema.String },
  message: ({ product }) => `This user has already applied for ${product}`
}) {}

/** The user has not applied for the product. */
export class WaitlistApplicationNotFound
  extends CodedError<WaitlistApplicationNotFound>()("WaitlistApplicationNotFound", {
    code: "ERROR_WAITLIST_APPLICATION_NOT_FOUND",
    fields: { product: Schema.String, user_id: Schema.String },
    message: ({ product, user_id }) => `${user_id} has not applied for ${product}`
  })
{}
