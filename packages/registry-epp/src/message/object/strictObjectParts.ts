import {
  enumeration,
  integer,
  label,
  language,
  normalizedString,
  roid,
  type SimpleType,
  token
} from "../../xml/SimpleType.ts"
import { optionalAttribute, requiredAttribute, StrictContent, valueOf } from "../../xml/StrictContent.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import { CommandRefused } from "../CommandProblem.ts"
import type { AuthInfo, EppAddress, EppStatus } from "../DomainCommand.ts"
import type { EppPeriod } from "../EppPeriod.ts"
import { present } from "../present.ts"

/** Reads `authInfo`. Forms other than a password are not supported (2102). */
export const strictAuthInfo = (element: XmlElement): AuthInfo => {
  const content = new StrictContent(element)
  if (content.peek()?.name === "ext") {
    throw new CommandRefused(2102, "Authorization by anything but a password is not supported", element)
  }
  const password = content.required("pw")
  content.end()
  return present({
    password: valueOf(password, normalizedString(), ["roid"]),
    roid: optionalAttribute(password, "roid", roid)
  })
}

/** Reads a status with one of these names. */
export const strictStatus = (element: XmlElement, names: SimpleType<string>): EppStatus => {
  const text = valueOf(element, normalizedString(), ["s", "lang"])
  optionalAttribute(element, "lang", language)
  return present({ status: requiredAttribute(element, "s", names), text: text === "" ? undefined : text })
}

/** Reads `host:addrType`. */
export const strictAddress = (element: XmlElement): EppAddress => ({
  address: valueOf(element, token(3, 45), ["ip"]),
  version: optionalAttribute(element, "ip", enumeration("v4", "v6")) ?? "v4"
})

/** Reads a period of 1 to 99 years or months. */
export const strictPeriod = (element: XmlElement): EppPeriod => ({
  value: valueOf(element, integer(1, 99), ["unit"]),
  unit: requiredAttribute(element, "unit", enumeration("y", "m"))
})

/** The only name or id of a command. */
export const strictOnly = (object: XmlElement, name: string, type: SimpleType<string> = label): string => {
  const content = new StrictContent(object)
  const value = content.requiredValue(name, type)
  content.end()
  return value
}

/** The names or ids of a check. */
export const strictList = (
  object: XmlElement,
  name: string,
  type: SimpleType<string> = label
): ReadonlyArray<string> => {
  const content = new StrictContent(object)
  const values = content.manyValues(name, type, 1)
  content.end()
  return values
}
