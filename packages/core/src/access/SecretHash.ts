import { Effect, Redacted } from "effect"

/**
 * Stored form of a secret: its SHA-256 in hexadecimal. Secrets have 256 random bits, so neither salt nor a slow hash is
 * needed.
 */
export type SecretHash = string

export const hashOf = (secret: Redacted.Redacted): Effect.Effect<SecretHash> =>
  Effect.promise(async () => {
    const digest = await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(Redacted.value(secret)))
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  })

/** Compares two hashes in constant time. */
export const equal = (left: SecretHash, right: SecretHash): boolean => {
  let difference = left.length ^ right.length
  for (let i = 0; i < left.length; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i)
  return difference === 0
}
