import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** No specification of the TLD is kept, or none of the selected kind. */
export class TldNotFound extends CodedError<TldNotFound>()("TldNotFound", {
  code: "ERROR_TLD_NOT_FOUND",
  fields: { tld: Schema.String },
  message: ({ tld }) => `No such specification of .${tld}`
}) {}
