import type { Field } from "../Field.ts"
import type { RdataProblem } from "../RdataProblem.ts"
import type { TextReader, Token } from "../TextReader.ts"

const utf8 = new TextEncoder()

/** The longest string that one length octet counts (RFC 1035, section 3.3). */
export const maximumString = 255

/** The octets of a token: escapes resolved, other characters in UTF-8. */
export const unescape = (
  token: Token,
  field: string,
  report: (problem: RdataProblem) => void
): Uint8Array => {
  if (!token.text.includes("\\")) return utf8.encode(token.text)
  const octets: Array<number> = []
  for (const part of token.text.matchAll(/\\([0-9]{3})|\\([^0-9])|([^\\]+)|\\/gsu)) {
    const [whole, digits, escaped, plain] = part
    if (digits !== undefined && Number(digits) < 256) octets.push(Number(digits))
    else if (digits === undefined && whole !== "\\") octets.push(...utf8.encode(escaped ?? plain))
    else {
      report({
        slug: "escape",
        field,
        at: token.at + part.index,
        message: "A backslash stands before one character or three digits up to 255"
      })
    }
  }
  return Uint8Array.from(octets)
}

const printed = Array.from({ length: 256 }, (_, code) => {
  if (code < 0x20 || code > 0x7e) return `\\${String(code).padStart(3, "0")}`
  const character = String.fromCharCode(code)
  return "\"\\".includes(character) ? `\\${character}` : character
})

/** A string in quotes, with the escapes that BIND prints. */
export const quoted = (octets: Uint8Array): string => {
  let text = "\""
  for (const code of octets) text += printed[code]
  return `${text}"`
}

/** The octets of a string that may have any length. */
export const readString = (reader: TextReader, name: string, token: Token | undefined): Uint8Array =>
  token === undefined
    ? new Uint8Array(0)
    : unescape(token, name, (problem) => reader.problems.push(problem))

/** A string of up to 255 octets, in text with quotes or without (RFC 1035, section 3.3). */
export const characterString: Field<Uint8Array> = {
  read: (reader, name) => {
    const token = reader.next(name)
    const octets = readString(reader, name, token)
    if (octets.length > maximumString) {
      reader.report("string_too_long", name, token?.at, `The ${name} has at most ${maximumString} octets`)
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

/** A string that takes the rest of the record, without a length (URI and CAA). */
export const stringToEnd: Field<Uint8Array> = {
  read: (reader, name) => readString(reader, name, reader.next(name)),
  text: quoted,
  encode: (value, writer) => writer.octets(value),
  decode: (reader, name) => reader.octets(reader.remaining, name)
}
