import { Result } from "effect"
import * as DnsName from "../../DnsName.ts"
import type { Field } from "../Field.ts"

const name = (isLowerCase: (purpose: "message" | "signature" | "comparison") => boolean): Field<DnsName.DnsName> => ({
  read: (reader, field) => {
    const token = reader.word(field)
    if (token === undefined) return DnsName.root
    const { form, origin } = reader.form
    const relative = form === "zone_file" ? "below_origin" : "single_label_below_origin"
    const parsed = DnsName.parse(token.text, origin, relative)
    if (Result.isSuccess(parsed)) return parsed.success
    const { at, message, slug } = parsed.failure
    reader.report(slug, field, token.at + at, message)
    return DnsName.root
  },
  text: (value) => value,
  encode: (value, writer) => writer.name(value, isLowerCase(writer.purpose)),
  decode: (reader, field) => reader.name(field)
})

/** Name that DNSSEC signs in lower case (RFC 4034, section 6.2, point 3). */
export const nameField = name((purpose) => purpose !== "message")

/** Name that DNSSEC signs in its original case: in later types (RFC 3597, section 7). */
export const nameFieldAsWritten = name((purpose) => purpose === "comparison")
