import { type Field, fields } from "./Field.ts"
import { characterString, stringToEnd } from "./field/CharacterString.ts"
import { uint8 } from "./field/Integer.ts"
import { recordData } from "./RecordData.ts"

export interface Caa {
  /** 128 marks a property that an authority must understand. */
  readonly flags: number
  /** `issue`, `issuewild`, `iodef` and others, in any case. */
  readonly tag: string
  readonly value: Uint8Array
}

const ascii = new TextDecoder("ascii")
const octetsOf = new TextEncoder()

/** Letters and digits, without quotes (RFC 8659, section 4.1). */
const tag: Field<string> = {
  read: (reader, name) => {
    const token = reader.word(name)
    if (token !== undefined && !/^[A-Za-z0-9]{1,255}$/.test(token.text)) {
      reader.report("caa_tag", name, token.at, "The tag must have letters and digits only")
    }
    return token?.text ?? ""
  },
  text: (value) => value,
  encode: (value, writer) => characterString.encode(octetsOf.encode(value), writer),
  decode: (reader, name) => {
    const value = ascii.decode(characterString.decode(reader, name))
    if (!/^[A-Za-z0-9]+$/.test(value)) reader.report("caa_tag", name, "The tag must have letters and digits only")
    return value
  }
}

/** Certification authorities that may issue certificates for the name (RFC 8659, section 4). */
export const caa = recordData("CAA", fields<Caa>({ flags: uint8, tag, value: stringToEnd }))
