import { pattern, type SimpleType, token } from "../../xml/SimpleType.ts"
import { optionalAttribute, valueOf } from "../../xml/StrictContent.ts"
import { trimmed } from "../../xml/whiteSpace.ts"
import { textElement } from "../../xml/writeXml.ts"
import { child, type XmlElement } from "../../xml/XmlElement.ts"
import type { EppTelephone } from "../ContactCommand.ts"
import { present } from "../present.ts"
import { textOf } from "../UnreadablePart.ts"

/** `contact:voice` or `contact:fax` (RFC 5733, section 2.5). */
export const writeTelephone = (name: "voice" | "fax", telephone: EppTelephone | undefined): string =>
  telephone === undefined ? "" : textElement(`contact:${name}`, telephone.number, { x: telephone.extension })

const e164 = pattern(/^(?:\+[0-9]{1,3}\.[0-9]{1,14})?$/)
const number: SimpleType<string> = (text) => {
  const value = e164(text)
  return value === undefined || value.length > 17 ? undefined : value
}

/** Reads a number strictly by its schema; it may be empty. */
export const strictTelephone = (telephone: XmlElement | undefined): EppTelephone | undefined =>
  telephone === undefined
    ? undefined
    : present({ number: valueOf(telephone, number, ["x"]), extension: optionalAttribute(telephone, "x", token()) })

/** Reads the number of a response; undefined if it is empty. */
export const readTelephone = (data: XmlElement, name: "voice" | "fax"): EppTelephone | undefined => {
  const written = textOf(data, name)
  return written === undefined
    ? undefined
    : present({ number: written, extension: trimmed(child(data, name)?.attributes["x"] ?? "") || undefined })
}
