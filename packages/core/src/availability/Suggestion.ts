import { Schema } from "effect"
import { anyOf, limits, Money, Period } from "../shared/index.ts"

const { NullOr, optionalKey } = Schema
const { characters, maximum, standard } = limits.suggestions

/** TLDs of a request for suggestions, with or without subdomain levels. */
const SuggestionTld = Schema.String.check(
  Schema.isMaxLength(63),
  Schema.isPattern(/^[a-zA-Z]+(\.[a-zA-Z]+)*$/)
)

/** Members of a request for suggestions. */
export const suggestionFields = {
  /** Words, or a name. */
  query: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(characters)),
  /** Suggests names under these TLDs only, the first one first. Default: all that the organization can use. */
  tlds: optionalKey(anyOf(SuggestionTld)),
  limit: optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })).annotate({ default: standard })),
  /** True: premium names only; false: none. Default: both. */
  premium: optionalKey(Schema.Boolean)
}
export const SuggestionRequest = Schema.Struct(suggestionFields)
export type SuggestionRequest = typeof SuggestionRequest.Type

export const SuggestionPrice = Schema.Struct({
  /** Amount without tax as a decimal number. */
  amount: Schema.String.check(Schema.isPattern(/^\d+\.\d{2}$/)),
  currency: Money.Currency,
  period: Period.Period
}).annotate({ identifier: "SuggestionPrice" })

/** A name that can be registered, with its prices for the organization. */
export const Suggestion = Schema.Struct({
  domain: Schema.String,
  available: Schema.Boolean,
  premium: Schema.Boolean,
  price: SuggestionPrice,
  renewal_price: NullOr(SuggestionPrice)
}).annotate({ identifier: "Suggestion" })
export type Suggestion = typeof Suggestion.Type
