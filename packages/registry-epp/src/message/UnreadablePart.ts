import { boolean } from "../xml/SimpleType.ts"
import { trimmed } from "../xml/whiteSpace.ts"
import { childText, type XmlElement } from "../xml/XmlElement.ts"

/** Thrown for an element of a response without a required part. The caller keeps the element as received. */
export class UnreadablePart extends Error {
  override readonly name = "UnreadablePart"
}

/** The text of a required child. */
export const requiredText = (parent: XmlElement, name: string): string => {
  const text = childText(parent, name)
  if (text === undefined || text === "") throw new UnreadablePart(`${parent.name} lacks ${name}`)
  return text
}

/** The text of a child; undefined if it is absent or empty. */
export const textOf = (parent: XmlElement, name: string): string | undefined => childText(parent, name) || undefined

/** The whole number in a required child. */
export const requiredNumber = (parent: XmlElement, name: string): number => wholeNumber(requiredText(parent, name))

export const wholeNumber = (text: string): number => {
  const digits = trimmed(text)
  if (!/^[0-9]{1,15}$/.test(digits)) throw new UnreadablePart("a number is not one")
  return Number(digits)
}

/** A required attribute. */
export const requiredFlag = (element: XmlElement, name: string): boolean => {
  const flag = boolean(element.attributes[name] ?? "")
  if (flag === undefined) throw new UnreadablePart(`${element.name} lacks the attribute ${name}`)
  return flag
}
