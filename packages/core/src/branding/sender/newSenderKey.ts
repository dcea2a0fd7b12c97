import { Effect } from "effect"
import { Base64 } from "effect/encoding"
import { pem } from "../../certificates/index.ts"

/** RSA with SHA-256: every mail server verifies it, and a key of 2,048 bits fits into a TXT record. Source: RFC 8301. */
const algorithm = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1])
}

/** A new key: PKCS #8 in PEM, and SubjectPublicKeyInfo in Base64. */
export const newSenderKey = Effect.promise(async () => {
  const { subtle } = globalThis.crypto
  const pair = await subtle.generateKey(algorithm, true, ["sign", "verify"])
  const bytes = async (format: "pkcs8" | "spki", key: CryptoKey) => new Uint8Array(await subtle.exportKey(format, key))
  return {
    private_key: pem("PRIVATE KEY", await bytes("pkcs8", pair.privateKey)),
    public_key: Base64.encode(await bytes("spki", pair.publicKey))
  }
})
