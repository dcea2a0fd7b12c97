import type { Redacted } from "effect"
import type { DnsName } from "../DnsName.ts"
import type { AnyRecordType } from "../RecordType.ts"
import type { ZoneId } from "../Zone.ts"

/** A zone and the serial to serve. */
export interface ZoneSerial {
  readonly dns_zone_id: ZoneId
  readonly name: DnsName
  readonly serial: number
}

/** An RRset as served. */
export interface PublishedRrset {
  /** Absolute, in lower case. */
  readonly name: DnsName
  readonly type: AnyRecordType
  /** Seconds. */
  readonly ttl: number
  /** Canonical presentation text. */
  readonly records: ReadonlyArray<string>
}

/** A key that signs a zone. Algorithm 13 (ECDSA P-256 with SHA-256, RFC 6605), flags 257: one key for all. */
export interface ZoneSigningKey {
  /** Key tag, as in DS and RRSIG records (RFC 4034, appendix B). */
  readonly key_tag: number
  /** The DNSKEY's key, base64. */
  readonly public_key: string
  /** PKCS #8, base64. */
  readonly private_key: Redacted.Redacted
  /** `zone`: signs every RRset. `dnskey`: signs the DNSKEY RRset only. */
  readonly signs: "zone" | "dnskey"
}

/** Denial of existence: NSEC (RFC 4034), or NSEC3 without salt and iterations (RFC 5155, RFC 9276). */
export type Denial = "nsec" | "nsec3"

/**
 * A zone at one serial as served: with SOA, apex NS, DNSKEY, CDS and CDNSKEY, and with ALIAS replaced by addresses. The
 * server makes signatures and denial proofs.
 */
export interface PublishedZone {
  readonly dns_zone_id: ZoneId
  readonly name: DnsName
  readonly serial: number
  readonly rrsets: ReadonlyArray<PublishedRrset>
  /** Null for a zone without DNSSEC. */
  readonly signing: { readonly keys: ReadonlyArray<ZoneSigningKey>; readonly denial: Denial } | null
}

/** Difference between two consecutive serials, including the SOA (RFC 1995). */
export interface PublishedDifference {
  readonly from: number
  readonly to: number
  readonly removed: ReadonlyArray<PublishedRrset>
  readonly added: ReadonlyArray<PublishedRrset>
}
