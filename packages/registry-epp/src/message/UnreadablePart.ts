import { boolean } from "../xml/SimpleType.ts"
import { trimmed } from "../xml/whiteSpace.ts"
import { childText, type XmlElement } from "../xml/XmlElement.ts"

/** An element of an answer that lacks what it cannot do without. Whoever looks for the element keeps it as it came. */
export class UnreadablePart extends Error {
  override readonly name = "UnreadablePart"
}

/** The text of a child that has to be there. */
export const requiredText = (parent: XmlElement, name: string): string => {
  const text = childText(parent, name)
  if (text === undefined || text === "") throw new UnreadablePart(`${parent.name} lacks ${name}`)
  return text
}

/** The text of a child; undefined where there is none, or nothing in it. */
export const textOf = (parent: XmlElement, name: string): string | undefined => childText(parent, name) || undefined

/** A child's whole number, which has to be there. */
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
