import { Result } from "effect"
import { Base64, Hex } from "effect/encoding"
import type { Field } from "../Field.ts"
import { fieldText, missingText } from "../fieldText.ts"
import type { RdataSlug } from "../RdataProblem.ts"

/** Octets that take the rest of the record, at least one: read from one or more words, printed as one. */
const binary = (
  slug: RdataSlug,
  expected: string,
  parse: (text: string) => Uint8Array | undefined,
  print: (octets: Uint8Array) => string
): Field<Uint8Array> => ({
  read: (reader, name) => {
    const words = reader.words(name)
    const octets = parse(words.map(({ text }) => text).join(""))
    if (octets !== undefined) return octets
    reader.report(slug, name, words[0]?.at, `The ${fieldText(name)} must be ${expected}`)
    return new Uint8Array(1)
  },
  text: print,
  encode: (value, writer) => writer.octets(value),
  decode: (reader, name) => {
    if (reader.remaining === 0) reader.report("too_short", name, missingText(name))
    return reader.octets(reader.remaining, name)
  }
})

/** Decodes base64 with padding; undefined for other text, and if unused bits are not zero. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  const octets = Result.getOrUndefined(Base64.decode(text))
  return octets !== undefined && Base64.encode(octets) === text ? octets : undefined
}

/** Hexadecimal digits, printed in upper case. */
export const hexOctets = binary(
  "hexadecimal",
  "an even number of hexadecimal digits",
  (text) => Result.getOrUndefined(Hex.decode(text)),
  (octets) => Hex.encode(octets).toUpperCase()
)

/** Base64 (RFC 4648, section 4). */
export const base64Octets = binary(
  "base64",
  "base64 with its padding",
  fromBase64,
  (octets) => Base64.encode(octets)
)
