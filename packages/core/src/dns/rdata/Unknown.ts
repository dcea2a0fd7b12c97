import type { UnknownType } from "../RecordType.ts"
import type { Field } from "./Field.ts"
import { type RecordData, recordData } from "./RecordData.ts"
import { unknownForm } from "./UnknownForm.ts"

/** Data of a type without a definition. */
export interface Unknown {
  readonly octets: Uint8Array
}

/** The form of unknown types is parsed earlier (`Rdata.parse`), and these types have no other form. */
const octets: Field<Unknown> = {
  read: (reader) => {
    const { at } = reader.remainder()
    reader.report(
      "unknown_form",
      "octets",
      at,
      "Data of a type by number are written \\# LENGTH HEXADECIMAL (RFC 3597)"
    )
    return { octets: new Uint8Array(0) }
  },
  text: (value) => unknownForm(value.octets),
  encode: (value, writer) => writer.octets(value.octets),
  decode: (reader) => ({ octets: reader.octets(reader.remaining, "octets") })
}

export const unknown = (type: UnknownType): RecordData<Unknown> => recordData(type, octets)
