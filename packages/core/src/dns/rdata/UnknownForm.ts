import { Result } from "effect"
import { Hex } from "effect/encoding"
import { readInteger } from "./field/Integer.ts"
import type { TextReader } from "./TextReader.ts"

const maximumOctets = 0xffff

/** True for the form that RFC 3597, section 5, defines for every type: `\# 4 C0000201`. */
export const isUnknownForm = (text: string): boolean => /^[\s(]*\\#(?:[\s()]|$)/.test(text)

/** Parses the octets of that form. */
export const readUnknownForm = (reader: TextReader): Uint8Array => {
  reader.word("form")
  const length = readInteger(reader, "length", reader.word("length"), maximumOctets)
  const words = reader.more() ? reader.words("octets") : []
  const octets = Result.getOrUndefined(Hex.decode(words.map(({ text }) => text).join("")))
  if (octets === undefined) {
    reader.report("hexadecimal", "octets", words[0]?.at, "The octets must be an even number of hexadecimal digits")
  } else if (octets.length !== length) {
    reader.report("rdata_length", "length", undefined, `The length is ${length}, but ${octets.length} octets follow`)
  }
  return octets ?? new Uint8Array(0)
}

export const unknownForm = (octets: Uint8Array): string =>
  `\\# ${octets.length}${octets.length === 0 ? "" : ` ${Hex.encode(octets).toUpperCase()}`}`
