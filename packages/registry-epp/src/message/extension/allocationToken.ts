import { token } from "../../xml/SimpleType.ts"
import { valueOf } from "../../xml/StrictContent.ts"
import { trimmed } from "../../xml/whiteSpace.ts"
import { element, textElement } from "../../xml/writeXml.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import type { ResponseExtension } from "../ResponseExtension.ts"

const declared = { "xmlns:allocationToken": EppUri.allocationToken }

/** The token of a command or an answer (RFC 8495, section 3.1). */
export const writeAllocationToken = (allocationToken: string): string =>
  textElement("allocationToken:allocationToken", allocationToken, declared)

/** The element by which an info command asks for the token (RFC 8495, section 3.1.2). */
export const writeAllocationTokenInfo = (): string => element("allocationToken:info", "", declared)

/** Reads the token by its schema. */
export const readAllocationToken = (given: XmlElement): string => valueOf(given, token(1))

/** Reads the question for the token, in which the schema allows nothing. */
export const readAllocationTokenInfo = (question: XmlElement): true => {
  valueOf(question, token(0, 0))
  return true
}

/** Reads the token of an answer; undefined for another element. */
export const readAllocationTokenGiven = (data: XmlElement): Pick<ResponseExtension, "allocationToken"> | undefined => {
  const given = trimmed(data.text)
  return data.name === "allocationToken" && given !== "" ? { allocationToken: given } : undefined
}
