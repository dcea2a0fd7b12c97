import { boolean, enumeration } from "../../xml/SimpleType.ts"
import { requiredAttribute, StrictContent } from "../../xml/StrictContent.ts"
import { element } from "../../xml/writeXml.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { Disclose } from "../ContactCommand.ts"

type Form = Disclose["name"][number]
const form = enumeration("int", "loc")

/** Members that are shown or hidden against the server's policy (RFC 5733, section 2.9). */
export const writeDisclose = (disclose: Disclose | undefined): string => {
  if (disclose === undefined) return ""
  const flag = (name: "voice" | "fax" | "email"): string => disclose[name] ? element(`contact:${name}`, "") : ""
  return element(
    "contact:disclose",
    writeForms("name", disclose.name)
      + writeForms("org", disclose.organization)
      + writeForms("addr", disclose.address)
      + flag("voice")
      + flag("fax")
      + flag("email"),
    { flag: disclose.flag ? 1 : 0 }
  )
}

const writeForms = (name: string, types: ReadonlyArray<Form>): string =>
  types.map((type) => element(`contact:${name}`, "", { type })).join("")

/** Reads the element strictly by its schema. */
export const strictDisclose = (disclose: XmlElement | undefined): Disclose | undefined => {
  if (disclose === undefined) return undefined
  const content = new StrictContent(disclose, ["flag"])
  const forms = (name: string): ReadonlyArray<Form> =>
    content.many(name, 0, 2).map((one) => {
      new StrictContent(one, ["type"]).end()
      return requiredAttribute(one, "type", form)
    })
  // The schema gives these three no type, so any content is valid.
  const flag = (name: string): boolean => content.optional(name) !== undefined
  const read: Disclose = {
    flag: requiredAttribute(disclose, "flag", boolean),
    name: forms("name"),
    organization: forms("org"),
    address: forms("addr"),
    voice: flag("voice"),
    fax: flag("fax"),
    email: flag("email")
  }
  content.end()
  return read
}

/** Reads the element of a response. */
export const readDisclose = (data: XmlElement): Disclose | undefined => {
  const disclose = child(data, "disclose")
  if (disclose === undefined) return undefined
  const forms = (name: string): ReadonlyArray<Form> =>
    childrenOf(disclose, name).flatMap(({ attributes }) => form(attributes["type"] ?? "") ?? [])
  return {
    flag: boolean(disclose.attributes["flag"] ?? "") ?? false,
    name: forms("name"),
    organization: forms("org"),
    address: forms("addr"),
    voice: child(disclose, "voice") !== undefined,
    fax: child(disclose, "fax") !== undefined,
    email: child(disclose, "email") !== undefined
  }
}
