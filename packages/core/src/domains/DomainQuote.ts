import { Duration, Schema } from "effect"
import { ProductAction } from "../billing/index.ts"
import { DomainName, Instant, Money, Period } from "../shared/index.ts"
import { DomainReference } from "./Domain.ts"
import { DomainQuoteId } from "./quote/DomainQuoteId.ts"
import { QuotedCommand } from "./quote/StoredQuote.ts"
import { RegisterDomain, RenewDomainRequest, RestoreDomainRequest, TransferInDomain } from "./request/DomainRequest.ts"

/** Time for which a quote is binding. */
export const quoteLifetime = Duration.minutes(15)

/** `POST /v1/domains/quote`: a paid command, and the body of its order. */
export const QuoteDomainRequest = Schema.Union([
  Schema.Struct({ command: Schema.Literal("create"), order: RegisterDomain }),
  Schema.Struct({ command: Schema.Literal("transfer"), order: TransferInDomain }),
  Schema.Struct({
    command: Schema.Literal("renew"),
    domain_reference: DomainReference,
    order: RenewDomainRequest
  }),
  Schema.Struct({
    command: Schema.Literal("restore"),
    domain_reference: DomainReference,
    order: RestoreDomainRequest
  })
]).annotate({ identifier: "QuoteDomain" })
export type QuoteDomainRequest = typeof QuoteDomainRequest.Type

/** Subject that an order is checked for. */
export const QuoteCheck = Schema.Literals([
  "auth_code",
  "availability",
  "claims",
  "contacts",
  "expiry",
  "funds",
  "price",
  "statuses",
  "tld_policy"
]).annotate({ identifier: "QuoteCheck" })
export type QuoteCheck = typeof QuoteCheck.Type

/** Subjects that the order of a command is checked for. */
export const checksOf: { readonly [command in QuotedCommand]: ReadonlyArray<QuoteCheck> } = {
  create: ["tld_policy", "contacts", "availability", "claims", "price", "funds"],
  renew: ["statuses", "expiry", "tld_policy", "price", "funds"],
  transfer: ["tld_policy", "contacts", "auth_code", "price", "funds"],
  restore: ["statuses", "price", "funds"]
}

/** One charge of an order; prices are net. */
export const QuotedCharge = Schema.Struct({
  action: ProductAction,
  price: Schema.String,
  tax_amount: Schema.String
}).annotate({ identifier: "QuotedCharge" })

/** Result of an order without the order. Members about the price are null if it would be refused. */
export const DomainQuote = Schema.Struct({
  /** Null if the order would be refused. */
  quote_id: Schema.NullOr(DomainQuoteId),
  command: QuotedCommand,
  name: DomainName,
  /** True if the order would be refused, for the reasons in `problems`. */
  refused: Schema.Boolean,
  /** Problem documents of the order, without their status. */
  problems: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  checks: Schema.Array(QuoteCheck),
  /** Term of the order; null for the default of a transfer, and for a restore. */
  period: Schema.NullOr(Period.Period),
  is_premium: Schema.NullOr(Schema.Boolean),
  /** Net total of all charges. */
  price: Schema.NullOr(Schema.String),
  tax_amount: Schema.NullOr(Schema.String),
  currency: Schema.NullOr(Money.Currency),
  charges: Schema.Array(QuotedCharge),
  /** End of the binding. */
  expires_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "DomainQuote" })
export type DomainQuote = typeof DomainQuote.Type
