import { Schema } from "effect"

/** No specification of the TLD is kept, or none of the selected kind. */
export class TldNotFound extends Schema.TaggedError<TldNotFound>()("TldNotFound", { tld: Schema.String }) {
  get code() {
    return "ERROR_TLD_NOT_FOUND" as const
  }
  override get message() {
    return `No such specification of .${this.tld}`
  }
}
