import { Schema } from "effect"
import { DnsName } from "./DnsName.ts"
import { DnsRrsetType } from "./RecordType.ts"

/**
 * Reason why callers cannot write an RRset. Source: REST specification, "DNS zone, RRset, record". `GENERIC` are DNSKEY,
 * DS at the apex, the addresses of vanity nameservers, and records that prove names to certificate authorities; `CHILD_ZONE`
 * delegates a zone of this platform.
 */
export const ProtectedReason = Schema.Literals([
  "SYSTEM_MANAGED_SOA",
  "SYSTEM_MANAGED_NS",
  "EMAIL_FORWARD",
  "DOMAIN_FORWARD",
  "WHITELABEL",
  "CHILD_ZONE",
  "GENERIC"
]).annotate({ identifier: "DnsProtectedReason" })
export type ProtectedReason = typeof ProtectedReason.Type

/** All records of one name and type, with one TTL (RFC 2181, section 5). */
export const Rrset = Schema.Struct({
  /** Absolute, in lower case. */
  name: DnsName,
  type: DnsRrsetType,
  /** Seconds. */
  ttl: Schema.Int,
  /** Canonical presentation text, each record once, at least one. */
  records: Schema.Array(Schema.String),
  protected_reason: Schema.NullOr(ProtectedReason)
})
export type Rrset = typeof Rrset.Type

/** The RRset of a name and type before and after a change; null if there is none. */
export interface RrsetChange {
  readonly name: DnsName
  readonly type: DnsRrsetType
  readonly before: Rrset | null
  readonly after: Rrset | null
}

/** Increase of a measure of RRsets by changes. */
export const growth = (changes: ReadonlyArray<RrsetChange>, measure: (rrset: Rrset) => number): number =>
  changes.reduce(
    (total, { after, before }) =>
      total + (after === null ? 0 : measure(after)) - (before === null ? 0 : measure(before)),
    0
  )

/** Increase of the characters of record texts by changes. */
export const textGrowth = (changes: ReadonlyArray<RrsetChange>): number =>
  growth(changes, ({ records }) => records.reduce((total, text) => total + text.length, 0))
