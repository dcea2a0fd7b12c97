import { Effect, Redacted } from "effect"
import { Base64, Hex } from "effect/encoding"
import type { SealedSecrets } from "../../access/index.ts"
import { Instant } from "../../shared/index.ts"
import type { Dnskey } from "../rdata/Dnskey.ts"
import type { Zone } from "../Zone.ts"
import { keyDigest } from "./KeyDigest.ts"
import { keyTag } from "./KeyTag.ts"
import { keyParameters, newZoneKeyId, type ZoneKey } from "./ZoneKey.ts"

const curve = { name: "ECDSA", namedCurve: "P-256" } as const

/** Octets of a point without the format octet at its beginning, which a DNSKEY omits (RFC 6605, section 4). */
const pointOctets = 64

interface KeyPair {
  readonly public_key: Uint8Array
  readonly pkcs8: Uint8Array
}

const keyPair: Effect.Effect<KeyPair> = Effect.promise(async () => {
  const { subtle } = globalThis.crypto
  const { privateKey, publicKey } = await subtle.generateKey(curve, true, ["sign", "verify"])
  const [raw, pkcs8] = await Promise.all([subtle.exportKey("raw", publicKey), subtle.exportKey("pkcs8", privateKey)])
  return { public_key: new Uint8Array(raw).slice(-pointOctets), pkcs8: new Uint8Array(pkcs8) }
})

const hexOf = (octets: Uint8Array) => Hex.encode(octets).toUpperCase()

/** Generates a key of a zone. Its tag differs from those of the zone's other keys. */
export const newZoneKey = (
  sealed: SealedSecrets["Service"],
  { dns_zone_id, name }: Pick<Zone, "dns_zone_id" | "name">,
  others: ReadonlyArray<ZoneKey> = []
): Effect.Effect<ZoneKey> =>
  Effect.gen(function*() {
    const { pkcs8, public_key } = yield* keyPair
    const key: Dnskey = { ...keyParameters, key: public_key }
    const key_tag = keyTag(key)
    if (others.some((other) => other.key_tag === key_tag)) {
      return yield* newZoneKey(sealed, { dns_zone_id, name }, others)
    }
    const zone_key_id = yield* newZoneKeyId
    const [sha256, sha384] = yield* Effect.all([keyDigest(name, key, 2), keyDigest(name, key, 4)])
    return {
      zone_key_id,
      dns_zone_id,
      key_tag,
      public_key: Base64.encode(public_key),
      sealed_private_key: yield* sealed.seal(Redacted.make(Base64.encode(pkcs8)), zone_key_id),
      digest_sha256: hexOf(sha256.digest),
      digest_sha384: hexOf(sha384.digest),
      is_delegated: true,
      created_on: yield* Instant.now
    }
  })
