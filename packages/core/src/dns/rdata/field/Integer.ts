import type { Field } from "../Field.ts"
import { fieldText } from "../fieldText.ts"
import type { TextReader, Token } from "../TextReader.ts"

/** Reads decimal digits as a number up to `maximum`; 0 and a problem otherwise. */
export const readInteger = (reader: TextReader, name: string, token: Token | undefined, maximum: number): number => {
  if (token === undefined) return 0
  if (!/^[0-9]+$/.test(token.text)) {
    reader.report("integer", name, token.at, `The ${fieldText(name)} must be a number in decimal digits`)
    return 0
  }
  const value = Number(token.text)
  if (value <= maximum) return value
  reader.report("integer_range", name, token.at, `The ${fieldText(name)} must be from 0 to ${maximum}`)
  return 0
}

/** Numbers by the mnemonics that text may contain; numbers are printed. */
export type Mnemonics = Readonly<Record<string, number>>

const integer = (octets: 1 | 2 | 4, mnemonics?: Mnemonics): Field<number> => {
  const maximum = 2 ** (8 * octets) - 1
  const read = new Map(Object.entries(mnemonics ?? {}))
  return {
    read: (reader, name) => {
      const token = reader.word(name)
      if (mnemonics === undefined || token === undefined || /^[0-9]/.test(token.text)) {
        return readInteger(reader, name, token, maximum)
      }
      const value = read.get(token.text.toUpperCase())
      if (value === undefined) {
        reader.report(
          "mnemonic",
          name,
          token.at,
          `This is not the name of a known ${fieldText(name)}; write its number`
        )
      }
      return value ?? 0
    },
    text: String,
    encode: (value, writer) => writer.integer(octets, value),
    decode: (reader, name) => reader.integer(octets, name)
  }
}

export const uint8 = integer(1)
export const uint16 = integer(2)
export const uint32 = integer(4)

/** Integer of one octet; text may contain a mnemonic. */
export const uint8Named = (mnemonics: Mnemonics): Field<number> => integer(1, mnemonics)
export const uint16Named = (mnemonics: Mnemonics): Field<number> => integer(2, mnemonics)
