import { Effect, Schema } from "effect"
import { TypeID } from "typeid-js"
import { Entropy } from "./Entropy.ts"

/**
 * Text of the form `prefix_<26 characters>`, the id of one kind of object; brand it at the place of use.
 * Another prefix or a malformed suffix is refused as `typeid_parsing`.
 * Source: REST specification, "Identifiers".
 */
export const schema = (prefix: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`, "u"), {
      expected: `an id of the form ${prefix}_<26 characters>`,
      issueType: "typeid_parsing"
    })
  ).annotate({ format: "typeid" })

/** Makes new ids of one kind. They sort by time of creation, and take time and randomness from the runtime. */
export const generator = <A>(prefix: string, make: (text: string) => A): Effect.Effect<A> =>
  Effect.flatMap(Entropy, (entropy) =>
    Effect.map(
      entropy.uuidV7({ format: "bytes" }),
      (bytes) => make(`${prefix}_${suffixOf(bytes)}`)
    ))

/** The digits of base 32 without those that look alike, in lower case, as character codes. */
const digits = Uint8Array.from("0123456789abcdefghjkmnpqrstvwxyz", (digit) => digit.charCodeAt(0))

const suffix = Array.from({ length: 26 }, () => 0)

/**
 * 128 bits as 26 digits of five bits, the first of three. A large batch makes tens of thousands of ids, for which the
 * encoder of the library takes five times as long.
 */
const suffixOf = (bytes: Uint8Array): string => {
  let place = suffix.length
  let held = 0
  let bits = 0
  for (let index = bytes.length - 1; index >= 0; index--) {
    held |= (bytes[index] ?? 0) << bits
    for (bits += 8; bits >= 5; bits -= 5) {
      suffix[--place] = digits[held & 31] ?? 0
      held >>>= 5
    }
  }
  suffix[--place] = digits[held] ?? 0
  return String.fromCharCode(...suffix)
}

/** The id of another kind that holds the same UUID. */
export const sibling = <A>(id: string, prefix: string, make: (text: string) => A): A =>
  make(`${prefix}_${id.slice(id.lastIndexOf("_") + 1)}`)

/**
 * The id of another kind that follows from an id and a name: a UUID of version 8 that holds the SHA-256 of both. Source:
 * RFC 9562, appendix B.2.
 */
export const derived = <A>(id: string, name: string, prefix: string, make: (text: string) => A): Effect.Effect<A> =>
  Effect.promise(async () => {
    const hashed = new TextEncoder().encode(`${id.slice(id.lastIndexOf("_") + 1)} ${name}`)
    const bytes = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", hashed), 0, 16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return make(`${prefix}_${suffixOf(bytes)}`)
  })

/** The UUID that an id holds behind its prefix. */
export const uuidOf = (id: string): string => TypeID.fromString(id).toUUID()
