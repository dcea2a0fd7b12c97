import type { Field } from "../Field.ts"
import type { TextReader, Token } from "../TextReader.ts"
import { WireWriter } from "../WireWriter.ts"

const utf8 = new TextEncoder()
const nothing = new Uint8Array(0)

/** The longest string that one length octet counts (RFC 1035, section 3.3). */
export const maximumString = 255

/** Parts of a text: `\DDD`, a backslash with the character it escapes, plain characters, and a backslash at the end. */
const pieces = /\\([0-9]{3})|\\([^0-9])|([^\\]+)|\\/gsu

/**
 * Octets of a text: escapes resolved, other characters in UTF-8. `report` is called with the offsets of invalid
 * escapes.
 */
export const unescape = (text: string, report: (at: number) => void): Uint8Array => {
  if (text === "") return nothing
  if (!text.includes("\\")) return utf8.encode(text)
  const octets = new WireWriter()
  for (const part of text.matchAll(pieces)) {
    const [whole, digits, escaped, plain] = part
    if (digits !== undefined && Number(digits) < 256) octets.integer(1, Number(digits))
    else if (digits === undefined && whole !== "\\") octets.octets(utf8.encode(escaped ?? plain))
    else report(part.index)
  }
  return octets.result()
}

const printed = Array.from({ length: 256 }, (_, code) => {
  if (code < 0x20 || code > 0x7e) return `\\${String(code).padStart(3, "0")}`
  const character = String.fromCharCode(code)
  return "\"\\".includes(character) ? `\\${character}` : character
})

const ascii = new TextDecoder("ascii")

/** True for octets that need no escapes: printable ASCII without quotes and backslashes. */
const isPlain = (octets: Uint8Array): boolean =>
  octets.every((code) => code >= 0x20 && code <= 0x7e && code !== 0x22 && code !== 0x5c)

/** A string in quotes, with the escapes that BIND prints. */
export const quoted = (octets: Uint8Array): string => {
  // Decoding at once is faster than concatenating characters.
  if (isPlain(octets)) return `"${ascii.decode(octets)}"`
  let text = "\""
  for (const code of octets) text += printed[code]
  return `${text}"`
}

/** Reads a string of any length. */
export const readString = (reader: TextReader, name: string, token: Token | undefined): Uint8Array =>
  unescape(token?.text ?? "", (at) => reader.report("escape", name, (token?.at ?? 0) + at, escapeMessage))

const escapeMessage = "A backslash must be followed by one character, or by three digits up to 255"

/** String of up to 255 octets, in text with or without quotes (RFC 1035, section 3.3). */
export const characterString: Field<Uint8Array> = {
  read: (reader, name) => {
    const token = reader.next(name)
    const octets = readString(reader, name, token)
    if (octets.length > maximumString) {
      reader.report("string_too_long", name, token?.at, `A string has at most ${maximumString} octets`)
    }
    return octets
  },
  text: quoted,
  encode: (value, writer) => {
    writer.integer(1, value.length)
    writer.octets(value)
  },
  decode: (reader, name) => reader.octets(reader.integer(1, name), name)
}

/** String without a length that takes the rest of the record (URI and CAA). */
export const stringToEnd: Field<Uint8Array> = {
  read: (reader, name) => readString(reader, name, reader.next(name)),
  text: quoted,
  encode: (value, writer) => writer.octets(value),
  decode: (reader, name) => reader.octets(reader.remaining, name)
}
