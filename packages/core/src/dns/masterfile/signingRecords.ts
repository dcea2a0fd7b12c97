import { algorithm } from "../rdata/Algorithm.ts"
import type { Field } from "../rdata/Field.ts"
import { uint16, uint32, uint8 } from "../rdata/field/Integer.ts"
import { nameField } from "../rdata/field/Name.ts"
import { base64Octets, hexOctets } from "../rdata/field/Octets.ts"
import { seconds } from "../rdata/field/Seconds.ts"
import { typeList } from "../rdata/field/TypeBitmap.ts"
import type { RdataProblem } from "../rdata/RdataProblem.ts"
import { type TextForm, TextReader } from "../rdata/TextReader.ts"
import { isUnknownForm, readUnknownForm } from "../rdata/UnknownForm.ts"
import { typeNumberNamed } from "../RecordType.ts"

/** A field of one word that is validated only. */
const word = (isValid: (text: string) => boolean, expected: string): Pick<Field<unknown>, "read"> => ({
  read: (reader, name) => {
    const token = reader.word(name)
    if (token !== undefined && !isValid(token.text)) {
      reader.report("signing_field", name, token.at, `Expected ${expected}`)
    }
  }
})

const coveredType = word((text) => typeNumberNamed(text) !== undefined, "a record type")
/** `YYYYMMDDHHmmSS`, or seconds since 1970 (RFC 4034, section 3.2). */
const time = word((text) => /^[0-9]{14}$|^[0-9]{1,10}$/.test(text), "a time written YYYYMMDDHHmmSS, or seconds")
const salt = word((text) => /^(?:-|(?:[0-9a-f]{2})+)$/i.test(text), "hexadecimal digits, or - for no salt")
const hash = word((text) => /^[0-9a-v]+$/i.test(text), "base32 with the extended hexadecimal alphabet")

type Fields = Readonly<Record<string, Pick<Field<unknown>, "read">>>

const nsec3Settings: Fields = { hash_algorithm: uint8, flags: uint8, iterations: uint16, salt }

/** Fields of generated DNSSEC records, which imports leave out (RFC 4034, RFC 5155, RFC 8976). */
const fieldsOf: Readonly<Record<string, Fields>> = {
  RRSIG: {
    type_covered: coveredType,
    algorithm,
    labels: uint8,
    original_ttl: seconds,
    expiration: time,
    inception: time,
    key_tag: uint16,
    signer: nameField,
    signature: base64Octets
  },
  NSEC: { next: nameField, types: typeList },
  NSEC3: { ...nsec3Settings, next: hash, types: typeList },
  NSEC3PARAM: nsec3Settings,
  ZONEMD: { serial: uint32, scheme: uint8, hash_algorithm: uint8, digest: hexOctets }
}

/** Problems of a record that an import leaves out. Types without a definition here may have any data. */
export const signingRecordProblems = (type: string, text: string, form: TextForm): ReadonlyArray<RdataProblem> => {
  const reader = new TextReader(text, form)
  const members = fieldsOf[type]
  if (isUnknownForm(text)) readUnknownForm(reader)
  else if (members === undefined) return []
  else for (const [name, field] of Object.entries(members)) field.read(reader, name)
  reader.end()
  return reader.problems
}
