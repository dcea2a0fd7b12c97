import type { XmlElement } from "../xml/XmlElement.ts"

/**
 * Local names of elements with a secret, of any registry: passwords, authorization information, auth codes, and
 * allocation tokens, which are credentials (RFC 8495).
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

/** True if an element contains a secret. */
export const holdsSecret = (element: XmlElement): boolean =>
  isSecretElement(element) || element.children.some(holdsSecret)

/** True if an element or one of its descendants contains a secret. */
export const isSecretElement = ({ name }: XmlElement): boolean => names.has(name.toLowerCase())
