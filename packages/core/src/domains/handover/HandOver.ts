import { Schema } from "effect"
import { DomainName, Instant } from "../../shared/index.ts"

const { NullOr } = Schema

/**
 * Answer to the request of a new auth code. The previous code is void.
 * Source: REST specification, "Endpoints", Domains.
 */
export const RequestedAuthCode = Schema.Struct({
  name: DomainName,
  success: Schema.Boolean,
  /** How the code is delivered. */
  detail: NullOr(Schema.String),
  /** Null if the registry sends the code to the holder, or if the caller may not read auth codes. */
  auth_code: NullOr(Schema.String),
  /** Null for a code that does not expire. */
  auth_code_expires_on: NullOr(Instant.Instant),
  /** Masked mail addresses to which the registry has sent the code. */
  recipients: Schema.Array(Schema.String)
}).annotate({ identifier: "RequestedAuthCode" })
export type RequestedAuthCode = typeof RequestedAuthCode.Type

/** Return of an `.at` domain to its registry. */
export const WithdrawDomain = Schema.Struct({
  /** True if the nameservers no longer serve the domain: the registry removes its delegation. */
  zone_delete: Schema.Boolean
}).annotate({ identifier: "WithdrawDomain" })
export type WithdrawDomain = typeof WithdrawDomain.Type

/** Return of a `.de` domain to its registry, which contacts the holder. */
export const TransitDomain = Schema.Struct({
  /** True if the registry replaces the nameservers by its own. */
  disconnect: Schema.Boolean
}).annotate({ identifier: "TransitDomain" })
export type TransitDomain = typeof TransitDomain.Type

/** Release of a `.uk` domain to another registrar. */
export const ReleaseDomain = Schema.Struct({
  /** Tag of the receiving registrar at Nominet. */
  tag: Schema.String.check(Schema.isPattern(/^[A-Z0-9-]{2,16}$/))
}).annotate({ identifier: "ReleaseDomainToTag" })
export type ReleaseDomain = typeof ReleaseDomain.Type

/** A domain that has left the account. */
export const HandedOver = Schema.Struct({
  name: DomainName,
  success: Schema.Boolean,
  detail: NullOr(Schema.String)
}).annotate({ identifier: "HandedOverDomain" })
export type HandedOver = typeof HandedOver.Type

/** Ways in which a domain leaves the account without a transfer request, with the TLD that has the operation. */
export const ways = {
  withdraw: { tld: "at", type: "WITHDRAW", done: "is withdrawn", failed: "could not be withdrawn" },
  transit: { tld: "de", type: "TRANSIT", done: "is in transit", failed: "could not be put into transit" },
  release: { tld: "uk", type: "OUTBOUND_TRANSFER", done: "is released", failed: "could not be released" }
} as const
export type Way = keyof typeof ways

/** True for a TLD, and for the second-level domains below it that are sold like TLDs. */
export const isBelow = (tld: string, top: string): boolean => tld === top || tld.endsWith(`.${top}`)
