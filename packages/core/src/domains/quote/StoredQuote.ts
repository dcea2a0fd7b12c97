import { Schema } from "effect"
import { DomainName, Instant, Money, OrganizationId } from "../../shared/index.ts"
import { DomainQuoteId } from "./DomainQuoteId.ts"

/** Paid command of domains. */
export const QuotedCommand = Schema.Literals(["create", "renew", "transfer", "restore"])
  .annotate({ identifier: "QuotedCommand" })
export type QuotedCommand = typeof QuotedCommand.Type

/** Price that a quote keeps: the question to the price list, and its answer. */
export const KeptPrice = Schema.Struct({
  question: Schema.String,
  unit_price: Money.MinorUnits,
  volume: Schema.Int,
  total: Schema.optionalKey(Money.MinorUnits),
  unit: Schema.NullOr(Schema.Literals(["y", "m"])),
  currency: Money.Currency,
  is_premium: Schema.Boolean
})
export type KeptPrice = typeof KeptPrice.Type

/** Stored quote. */
export const StoredQuote = Schema.Struct({
  quote_id: DomainQuoteId,
  organization_id: OrganizationId,
  command: QuotedCommand,
  name: DomainName,
  /** Hash of the body of the order. */
  order_hash: Schema.String,
  prices: Schema.Array(KeptPrice),
  created_on: Instant.Instant,
  expires_on: Instant.Instant,
  used_on: Schema.NullOr(Instant.Instant)
})
export type StoredQuote = typeof StoredQuote.Type
