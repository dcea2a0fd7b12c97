import { type Field, fields } from "./Field.ts"
import { characterString, maximumString, quoted, readString } from "./field/CharacterString.ts"
import { recordData } from "./RecordData.ts"
import type { TextReader } from "./TextReader.ts"

export interface Txt {
  /** At least one; each of up to 255 octets. */
  readonly strings: ReadonlyArray<Uint8Array>
}

/** Splits a text into strings of at most 255 octets, at least one. */
const stringsOf = (octets: Uint8Array): ReadonlyArray<Uint8Array> =>
  octets.length <= maximumString ? [octets] : Array.from(
    { length: Math.ceil(octets.length / maximumString) },
    (_, index) => octets.slice(index * maximumString, (index + 1) * maximumString)
  )

/** Joins the strings, as most applications do (RFC 7208, section 3.3). */
export const joined = (strings: ReadonlyArray<Uint8Array>): Uint8Array => {
  const octets = new Uint8Array(strings.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of strings) {
    octets.set(part, offset)
    offset += part.length
  }
  return octets
}

const isQuoted = (reader: TextReader): boolean => /^[\s(]*"/.test(reader.source)

/** Parses the form `api`: one unquoted text with spaces, quotes and semicolons, or strings of any length. */
const readForgivingly = (reader: TextReader, name: string): ReadonlyArray<Uint8Array> => {
  if (!isQuoted(reader) && reader.source.trim() !== "") return stringsOf(readString(reader, name, reader.remainder()))
  const strings: Array<Uint8Array> = []
  do {
    strings.push(...stringsOf(readString(reader, name, reader.next(name))))
  } while (reader.more())
  return strings
}

const readStrings = (reader: TextReader, name: string): ReadonlyArray<Uint8Array> => {
  const strings: Array<Uint8Array> = []
  do {
    strings.push(characterString.read(reader, name))
  } while (reader.more())
  return strings
}

export const strings: Field<ReadonlyArray<Uint8Array>> = {
  read: (reader, name) => reader.form.form === "api" ? readForgivingly(reader, name) : readStrings(reader, name),
  text: (value) => value.map(quoted).join(" "),
  encode: (value, writer) => {
    if (writer.purpose === "comparison") return writer.octets(joined(value))
    for (const part of value) characterString.encode(part, writer)
  },
  decode: (reader, name) => {
    const value: Array<Uint8Array> = []
    do {
      value.push(characterString.decode(reader, name))
    } while (reader.remaining > 0)
    return value
  }
}

/** Text with a meaning for applications (RFC 1035, section 3.3.14). */
export const txt = recordData("TXT", fields<Txt>({ strings }))
