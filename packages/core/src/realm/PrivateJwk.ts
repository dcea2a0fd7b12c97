import { Effect, Schema } from "effect"
import { Base64Url } from "effect/encoding"

/** RSA private key as a JSON Web Key (RFC 7518, section 6.3). */
const PrivateJwk = Schema.Struct({
  kty: Schema.Literal("RSA"),
  n: Schema.String,
  e: Schema.String,
  d: Schema.String,
  p: Schema.String,
  q: Schema.String,
  dp: Schema.String,
  dq: Schema.String,
  qi: Schema.String
})
export type PrivateJwk = typeof PrivateJwk.Type

/** Decodes a key that `newPair` has serialized. */
export const decodeJwk = Schema.decodeUnknownEffect(Schema.fromJsonString(PrivateJwk))

/** Id and serialized secret of a new key. */
export interface KeyMaterial {
  readonly key_id: string
  readonly secret: string
}

/**
 * RSASSA-PKCS1-v1_5 with SHA-256 (RS256). All client libraries support 2048 bits, which are secure beyond the lifetime
 * of a key (NIST SP 800-57).
 */
const algorithm = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1])
}

/** Creates a key pair. Its id is its thumbprint (RFC 7638). */
export const newPair: Effect.Effect<KeyMaterial> = Effect.promise(async () => {
  const { subtle } = globalThis.crypto
  const pair = await subtle.generateKey(algorithm, true, ["sign", "verify"])
  const { d, dp, dq, e, kty, n, p, q, qi } = await subtle.exportKey("jwk", pair.privateKey)
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify({ e, kty, n })))
  return {
    key_id: Base64Url.encode(new Uint8Array(digest)),
    secret: JSON.stringify({ kty, n, e, d, p, q, dp, dq, qi })
  }
})
