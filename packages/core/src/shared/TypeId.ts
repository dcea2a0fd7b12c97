import { Effect, Schema } from "effect"
import { TypeID } from "typeid-js"
import { Entropy } from "./Entropy.ts"

/**
 * Id of one kind of object: text of the form `prefix_<26 characters>`. Callers brand it. Another prefix or a malformed
 * suffix is refused as `typeid_parsing`. Source: REST specification, "Identifiers".
 */
export const schema = (prefix: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`, "u"), {
      expected: `an id of the form ${prefix}_<26 characters>`,
      issueType: "typeid_parsing"
    })
  ).annotate({ format: "typeid" })

/** Generates ids of one kind, which sort by time of creation. Time and randomness come from the runtime. */
export const generator = <A>(prefix: string, make: (text: string) => A): Effect.Effect<A> =>
  Effect.flatMap(Entropy, (entropy) =>
    Effect.map(
      entropy.uuidV7({ format: "bytes" }),
      (bytes) => make(`${prefix}_${suffixOf(bytes)}`)
    ))

/** Crockford's base 32 in lower case, as character codes. */
const digits = Uint8Array.from("0123456789abcdefghjkmnpqrstvwxyz", (digit) => digit.charCodeAt(0))

const suffix = Array.from({ length: 26 }, () => 0)

/**
 * Encodes 128 bits as 26 digits of five bits, the first of three. A large batch generates tens of thousands of ids, and
 * the library's encoder takes five times as long.
 */
const suffixOf = (bytes: Uint8Array): string => {
  let position = suffix.length
  let buffer = 0
  let bits = 0
  for (let index = bytes.length - 1; index >= 0; index--) {
    buffer |= (bytes[index] ?? 0) << bits
    for (bits += 8; bits >= 5; bits -= 5) {
      suffix[--position] = digits[buffer & 31] ?? 0
      buffer >>>= 5
    }
  }
  suffix[--position] = digits[buffer] ?? 0
  return String.fromCharCode(...suffix)
}

/** The id of another kind with the same UUID. */
export const sibling = <A>(id: string, prefix: string, make: (text: string) => A): A =>
  make(`${prefix}_${id.slice(id.lastIndexOf("_") + 1)}`)

/**
 * The id of another kind derived from an id and a name: a UUID of version 8 with the SHA-256 of both. Source: RFC 9562,
 * appendix B.2.
 */
export const derived = <A>(id: string, name: string, prefix: string, make: (text: string) => A): Effect.Effect<A> =>
  Effect.promise(async () => {
    const hashed = new TextEncoder().encode(`${id.slice(id.lastIndexOf("_") + 1)} ${name}`)
    const bytes = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", hashed), 0, 16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return make(`${prefix}_${suffixOf(bytes)}`)
  })

/** The UUID in an id. */
export const uuidOf = (id: string): string => TypeID.fromString(id).toUUID()
