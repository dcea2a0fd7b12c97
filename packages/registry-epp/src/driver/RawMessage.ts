import type { EppResponse } from "../message/EppResponse.ts"
import type { ResponseData } from "../message/ResponseData.ts"
import { writeServerMessage } from "../message/writeServerMessage.ts"
import type { XmlElement } from "../xml/XmlElement.ts"

const mask = "***"

/** Elements that hold a secret, by local name, whatever registry's they are. */
const secret = new Set(["pw", "newpw", "authinfo", "authcode", "token"])

/**
 * A message for support: the document as it was understood, trees that nobody understood included, without secrets. The
 * transaction is that of the question, which may be asked again, and no part of the message.
 */
export const rawMessage = (response: EppResponse): string =>
  writeServerMessage({
    ...response,
    ...(response.data === undefined ? {} : { data: maskedData(response.data) }),
    extension: { ...response.extension, other: response.extension.other.map(maskedTree) }
  }).replace(/<trID>.*?<\/trID>/s, "")

const maskedData = (data: ResponseData): ResponseData => {
  if (data._tag === "UnknownData") return { ...data, element: maskedTree(data.element) }
  return "authInfo" in data && data.authInfo !== undefined
    ? { ...data, authInfo: { ...data.authInfo, password: mask } }
    : data
}

const maskedTree = (element: XmlElement): XmlElement => ({
  ...element,
  text: secret.has(element.name.toLowerCase()) && element.text.trim() !== "" ? mask : element.text,
  children: element.children.map(maskedTree)
})
