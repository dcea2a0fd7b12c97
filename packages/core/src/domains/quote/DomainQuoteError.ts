import { Schema } from "effect"
import { CodedError, Instant } from "../../shared/index.ts"

/** No quote of the organization has this id. */
export class QuoteNotFound extends CodedError<QuoteNotFound>()("QuoteNotFound", {
  code: "ERROR_QUOTE_NOT_FOUND",
  fields: { quote_id: Schema.String },
  message: ({ quote_id }) => `No quote ${quote_id}`
}) {}

export class QuoteExpired extends CodedError<QuoteExpired>()("QuoteExpired", {
  code: "ERROR_QUOTE_EXPIRED",
  fields: { quote_id: Schema.String, expires_on: Instant.Instant },
  message: ({ expires_on }) => `The quote was binding until ${Instant.format(expires_on)}`
}) {}

export class QuoteUsed extends CodedError<QuoteUsed>()("QuoteUsed", {
  code: "ERROR_QUOTE_USED",
  fields: { quote_id: Schema.String },
  message: "Another order has used the quote"
}) {}

/** The quote is for another command, name or body. */
export class QuoteMismatch extends CodedError<QuoteMismatch>()("QuoteMismatch", {
  code: "ERROR_QUOTE_MISMATCH",
  fields: { quote_id: Schema.String },
  message: "The quote is for another order"
}) {}

/** Reasons to refuse the quote of an order. */
export type QuoteError = QuoteExpired | QuoteMismatch | QuoteNotFound | QuoteUsed
