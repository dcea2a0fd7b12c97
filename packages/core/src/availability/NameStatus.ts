import { Schema } from "effect"
import { limits } from "../shared/index.ts"

/**
 * Status of a name. `tmch_claim`: available in the claims phase, and it matches a recorded trademark.
 * `market_available`: registered, and offered for sale; no source of such offers is built in, so it is not returned.
 * `error`: not checked, see `error`. `unknown`: the registry did not answer in time, or is under maintenance.
 */
export const AvailabilityStatus = Schema.Literals([
  "available",
  "unavailable",
  "market_available",
  "tmch_claim",
  "error",
  "unknown"
]).annotate({ identifier: "AvailabilityStatus" })
export type AvailabilityStatus = typeof AvailabilityStatus.Type

/** Reason why a name has no status: `validation_error` for its form or TLD, `check_error` of its registry. */
export const NameStatusError = Schema.Struct({
  type: Schema.Literals(["validation_error", "check_error"]),
  message: Schema.String
}).annotate({ identifier: "NameStatusError" })
export type NameStatusError = typeof NameStatusError.Type

/** Status of one name. `error` is set with the status `error` only, and `claims_key` with `tmch_claim` only. */
export const NameStatus = Schema.Struct({
  /** Name as in the request. */
  domain: Schema.String,
  status: AvailabilityStatus,
  error: Schema.optionalKey(NameStatusError),
  /** Key of the trademark notice that a registration must accept. */
  claims_key: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "NameStatus" })
export type NameStatus = typeof NameStatus.Type

const namesUpTo = ({ maximum, minimum }: { readonly maximum: number; readonly minimum: number }) =>
  Schema.Array(Schema.String.check(Schema.isMaxLength(limits.checkNameLength))).check(
    Schema.isMinLength(minimum),
    Schema.isMaxLength(maximum)
  )

/** Names of one request for statuses. */
export const BatchNames = namesUpTo(limits.availabilityNames)

/** Names of one stream of statuses. */
export const StreamNames = namesUpTo(limits.availabilityStreamNames)
