import { Effect } from "effect"
import * as DnsName from "../DnsName.ts"
import type { Dnskey } from "../rdata/Dnskey.ts"
import type { Ds } from "../rdata/Ds.ts"
import * as Rdata from "../rdata/Rdata.ts"
import { keyTag } from "./KeyTag.ts"

/** Supported digest types, with their names in WebCrypto (RFC 4509, RFC 6605). */
const hashes = { 2: "SHA-256", 4: "SHA-384" } as const

export type KeyDigestType = keyof typeof hashes

/** Makes the DS of a zone's key: a digest of the zone's name and the DNSKEY (RFC 4034, section 5.1.4). */
export const keyDigest = (zone: DnsName.DnsName, key: Dnskey, digest_type: KeyDigestType): Effect.Effect<Ds> =>
  Effect.promise(async () => {
    const name = DnsName.encode(DnsName.lowerCase(zone))
    const digest = await globalThis.crypto.subtle.digest(
      hashes[digest_type],
      Uint8Array.from([...name, ...Rdata.encode("DNSKEY", key)])
    )
    return { key_tag: keyTag(key), algorithm: key.algorithm, digest_type, digest: new Uint8Array(digest) }
  })
