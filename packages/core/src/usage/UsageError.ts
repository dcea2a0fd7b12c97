import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** Keys of usage records belong to other records. Nothing of the call was recorded. */
export class UsageKeysReused extends CodedError<UsageKeysReused>()("UsageKeysReused", {
  code: "ERROR_USAGE_KEY_REUSED",
  fields: { keys: Schema.Array(Schema.String) },
  message: ({ keys }) => `Other usage was recorded with these keys: ${keys.join(", ")}`
}) {}
