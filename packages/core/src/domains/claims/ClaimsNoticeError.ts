import { Schema } from "effect"
import { CodedError } from "../../shared/index.ts"

/** The clearinghouse does not know the key, or the organization has no valid notice with this key or hash. */
export class ClaimsNoticeNotFound extends CodedError<ClaimsNoticeNotFound>()("ClaimsNoticeNotFound", {
  code: "ERROR_CLAIMS_NOTICE_NOT_FOUND",
  message: "No claims notice has this key or hash, or it has expired"
}) {}

/** The name is in the claims phase, and the order has no acceptance, or one of a notice for another label. */
export class ClaimsNoticeHashMismatch extends CodedError<ClaimsNoticeHashMismatch>()("ClaimsNoticeHashMismatch", {
  code: "ERROR_CLAIMS_NOTICE_HASH_MISMATCH",
  fields: { domain_name: Schema.String, claims_key: Schema.String },
  message: ({ domain_name }) =>
    `A trademark matches ${domain_name}: send the acceptance hash of the claims notice for its key`
}) {}

/** The clearinghouse did not answer, or its response is invalid. */
export class ClaimsServiceUnavailable extends CodedError<ClaimsServiceUnavailable>()("ClaimsServiceUnavailable", {
  code: "ERROR_CLAIMS_SERVICE_ERROR",
  message: "The trademark clearinghouse did not answer"
}) {}

/** Reasons to refuse the acceptance of a notice. */
export type ClaimsAcceptanceError = ClaimsNoticeHashMismatch | ClaimsNoticeNotFound
