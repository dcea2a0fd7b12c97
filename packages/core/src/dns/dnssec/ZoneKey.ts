import { Schema } from "effect"
import { Instant, TypeId } from "../../shared/index.ts"
import { ZoneId } from "../Zone.ts"

export const ZoneKeyId = TypeId.schema("zone_key").pipe(Schema.brand("ZoneKeyId"))
export type ZoneKeyId = typeof ZoneKeyId.Type
export const newZoneKeyId = TypeId.generator("zone_key", (text) => ZoneKeyId.make(text))

/**
 * A key of a zone: algorithm 13, flags 257, one key for all signatures. Every stored key is published and signs; unused
 * keys are deleted.
 */
export const ZoneKey = Schema.Struct({
  zone_key_id: ZoneKeyId,
  dns_zone_id: ZoneId,
  key_tag: Schema.Int,
  /** The DNSKEY's key, base64. */
  public_key: Schema.String,
  /** PKCS #8 in base64, sealed with the id of the key. */
  sealed_private_key: Schema.String,
  /** Digests of types 2 and 4, in hexadecimal capitals. */
  digest_sha256: Schema.String,
  digest_sha384: Schema.String,
  /** True if the parent is to have a DS of the key, as in CDS and CDNSKEY (RFC 7344). */
  is_delegated: Schema.Boolean,
  created_on: Instant.Instant
})
export type ZoneKey = typeof ZoneKey.Type

/** Flags, protocol and algorithm of generated keys (RFC 4034, section 2.1; RFC 6605). */
export const keyParameters = { flags: 257, protocol: 3, algorithm: 13 } as const
