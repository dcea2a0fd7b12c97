import { enumeration, normalizedString, token } from "../../xml/SimpleType.ts"
import { requiredAttribute, StrictContent } from "../../xml/StrictContent.ts"
import { trimmed } from "../../xml/whiteSpace.ts"
import { element, textElement } from "../../xml/writeXml.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { EppPostalAddress, PostalInfo, PostalInfoChange } from "../ContactCommand.ts"
import { present } from "../present.ts"
import { textOf } from "../UnreadablePart.ts"

const form = enumeration("int", "loc")
const line = normalizedString(1, 255)
const optionalLine = normalizedString(0, 255)

/** A postal form, or its change (RFC 5733, section 2.4). */
export const writePostalInfo = ({ address, name, organization, type }: PostalInfoChange): string =>
  element(
    "contact:postalInfo",
    textElement("contact:name", name) + textElement("contact:org", organization)
      + (address === undefined ? "" : writePostalAddress(address)),
    { type }
  )

const writePostalAddress = (address: EppPostalAddress): string =>
  element(
    "contact:addr",
    address.street.map((street) => textElement("contact:street", street)).join("")
      + textElement("contact:city", address.city) + textElement("contact:sp", address.state)
      + textElement("contact:pc", address.postalCode) + textElement("contact:cc", address.country)
  )

/** Reads a complete postal form strictly by its schema. */
export const strictPostalInfo = (postalInfo: XmlElement): PostalInfo => {
  const content = new StrictContent(postalInfo, ["type"])
  const info = present({
    type: requiredAttribute(postalInfo, "type", form),
    name: content.requiredValue("name", line),
    organization: filled(content.optionalValue("org", optionalLine)),
    address: strictPostalAddress(content.required("addr"))
  })
  content.end()
  return info
}

/** Reads a change of a postal form. An empty organization is kept, because it removes the current one. */
export const strictPostalInfoChange = (postalInfo: XmlElement): PostalInfoChange => {
  const content = new StrictContent(postalInfo, ["type"])
  const type = requiredAttribute(postalInfo, "type", form)
  const name = content.optionalValue("name", line)
  const organization = content.optionalValue("org", optionalLine)
  const address = content.optional("addr")
  content.end()
  return present({
    type,
    name,
    organization,
    address: address === undefined ? undefined : strictPostalAddress(address)
  })
}

const strictPostalAddress = (address: XmlElement): EppPostalAddress => {
  const content = new StrictContent(address)
  const read = present({
    street: content.manyValues("street", optionalLine, 0, 3).filter((street) => street !== ""),
    city: content.requiredValue("city", line),
    state: filled(content.optionalValue("sp", optionalLine)),
    postalCode: filled(content.optionalValue("pc", token(0, 16))),
    country: content.requiredValue("cc", token(2, 2))
  })
  content.end()
  return read
}

/** The postal forms of a response. Registries omit undisclosed parts, which become empty. */
export const readPostalInfos = (data: XmlElement): ReadonlyArray<PostalInfo> =>
  childrenOf(data, "postalInfo").map((info) =>
    present({
      type: form(info.attributes["type"] ?? "") ?? "loc",
      name: textOf(info, "name") ?? "",
      organization: textOf(info, "org"),
      address: readPostalAddress(child(info, "addr"))
    })
  )

const readPostalAddress = (address: XmlElement | undefined): EppPostalAddress => {
  if (address === undefined) return { street: [], city: "", country: "" }
  const street = childrenOf(address, "street").map(({ text }) => trimmed(text))
  return present({
    street: street.filter((text) => text !== ""),
    city: textOf(address, "city") ?? "",
    state: textOf(address, "sp"),
    postalCode: textOf(address, "pc"),
    country: textOf(address, "cc") ?? ""
  })
}

const filled = (text: string | undefined): string | undefined => text === "" ? undefined : text
