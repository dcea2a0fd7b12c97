import { token } from "../../xml/SimpleType.ts"
import { valueOf } from "../../xml/StrictContent.ts"
import { trimmed } from "../../xml/whiteSpace.ts"
import { element, textElement } from "../../xml/writeXml.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import type { ResponseExtension } from "../ResponseExtension.ts"

const declared = { "xmlns:allocationToken": EppUri.allocationToken }

/** The token in a command or response (RFC 8495, section 3.1). */
export const writeAllocationToken = (allocationToken: string): string =>
  textElement("allocationToken:allocationToken", allocationToken, declared)

/** Element of an info command that queries the token (RFC 8495, section 3.1.2). */
export const writeAllocationTokenInfo = (): string => element("allocationToken:info", "", declared)

/** Reads the token strictly by its schema. */
export const readAllocationToken = (source: XmlElement): string => valueOf(source, token(1))

/** Reads the query of the token, which must be empty. */
export const readAllocationTokenInfo = (question: XmlElement): true => {
  valueOf(question, token(0, 0))
  return true
}

/** Reads the token of a response; undefined for another element. */
export const readAllocationTokenGiven = (data: XmlElement): Pick<ResponseExtension, "allocationToken"> | undefined => {
  const text = trimmed(data.text)
  return data.name === "allocationToken" && text !== "" ? { allocationToken: text } : undefined
}
