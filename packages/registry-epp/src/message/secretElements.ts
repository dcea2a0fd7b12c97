import type { XmlElement } from "../xml/XmlElement.ts"

/**
 * Elements that hold a secret, by local name, whatever registry's they are: passwords, authorization information, auth
 * codes, and allocation tokens, which are credentials (RFC 8495).
 */
export const secretElements: ReadonlyArray<string> = [
  "pw",
  "newPW",
  "authInfo",
  "authCode",
  "allocationToken",
  "token"
]

const names = new Set(secretElements.map((name) => name.toLowerCase()))

/** Whether a secret stands in an element. */
export const holdsSecret = (element: XmlElement): boolean =>
  isSecretElement(element) || element.children.some(holdsSecret)

/** Whether what stands in an element, or in any below it, is a secret. */
export const isSecretElement = ({ name }: XmlElement): boolean => names.has(name.toLowerCase())
