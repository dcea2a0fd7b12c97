import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** There is no specification of the TLD, or none that matches the selection. */
export class TldNotFound extends CodedError<TldNotFound>()("TldNotFound", {
  code: "ERROR_TLD_NOT_FOUND",
  fields: { tld: Schema.String },
  message: ({ tld }) => `No such specification of .${tld}`
}) {}
