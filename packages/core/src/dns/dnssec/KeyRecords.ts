import { Result } from "effect"
import { Base64, Hex } from "effect/encoding"
import { deleteCdnskey } from "../rdata/Cdnskey.ts"
import { deleteCds } from "../rdata/Cds.ts"
import type { Dnskey } from "../rdata/Dnskey.ts"
import type { Ds } from "../rdata/Ds.ts"
import * as Rdata from "../rdata/Rdata.ts"
import { keyParameters, type ZoneKey } from "./ZoneKey.ts"

type PublicKey = Pick<ZoneKey, "digest_sha256" | "digest_sha384" | "is_delegated" | "key_tag" | "public_key">

/** Records at the apex that are derived from the keys, in canonical presentation text. */
export interface KeyRecords {
  readonly dnskey: ReadonlyArray<string>
  /** DS records for the parent; in responses, but not served by the zone. */
  readonly ds: ReadonlyArray<string>
  /** CDS records, by which the zone requests DS records of its parent (RFC 7344). */
  readonly cds: ReadonlyArray<string>
  readonly cdnskey: ReadonlyArray<string>
}

const keyOf = ({ public_key }: PublicKey): Dnskey => ({
  ...keyParameters,
  key: Result.getOrThrow(Base64.decode(public_key))
})

const digestsOf = (
  { digest_sha256, digest_sha384, key_tag }: Pick<PublicKey, "digest_sha256" | "digest_sha384" | "key_tag">
): ReadonlyArray<Ds> =>
  ([[2, digest_sha256], [4, digest_sha384]] as const).map(([digest_type, digest]) => ({
    key_tag,
    algorithm: keyParameters.algorithm,
    digest_type,
    digest: Result.getOrThrow(Hex.decode(digest))
  }))

/** DS records of a child zone in a hosted zone: one for each key, with SHA-256. */
export const parentDs = (
  keys: ReadonlyArray<Pick<ZoneKey, "digest_sha256" | "digest_sha384" | "key_tag">>
): ReadonlyArray<string> =>
  keys.flatMap(digestsOf).filter(({ digest_type }) => digest_type === 2).map((digest) => Rdata.text("DS", digest))

/**
 * Derives the records from keys. `isLeaving`: the zone requests the removal of all DS records (RFC 8078, section 4).
 */
export const keyRecords = (keys: ReadonlyArray<PublicKey>, isLeaving: boolean): KeyRecords => {
  const delegated = isLeaving ? [] : keys.filter((key) => key.is_delegated)
  const digests = delegated.flatMap(digestsOf)
  return {
    dnskey: keys.map((key) => Rdata.text("DNSKEY", keyOf(key))),
    ds: digests.map((digest) => Rdata.text("DS", digest)),
    cds: (isLeaving ? [deleteCds] : digests).map((digest) => Rdata.text("CDS", digest)),
    cdnskey: (isLeaving ? [deleteCdnskey] : delegated.map(keyOf)).map((key) => Rdata.text("CDNSKEY", key))
  }
}
