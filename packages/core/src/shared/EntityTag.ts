import { Effect } from "effect"
import { canonicalJson } from "./canonicalJson.ts"

/** Characters of a tag: 128 bits in hexadecimal digits. */
const length = 32

/**
 * Entity tag of a record without its quotes (RFC 9110, section 8.8.3): half of the SHA-256 of its canonical JSON. Records
 * with the same content have the same tag, in every process.
 */
export const entityTagOf = (record: object): Effect.Effect<string> => {
  const content: unknown = JSON.parse(JSON.stringify(record))
  const bytes = new TextEncoder().encode(canonicalJson(content) ?? JSON.stringify(content))
  return Effect.map(
    Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", bytes)),
    (digest) =>
      new Uint8Array(digest).reduce((hex, byte) => hex + byte.toString(16).padStart(2, "0"), "").slice(0, length)
  )
}
