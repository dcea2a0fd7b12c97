/** A simple type of XML Schema, part 2: the value of a text, or undefined if the text is not of the type. */
export type SimpleType<A> = (text: string) => A | undefined

/** Collapses white space as `token` does: none at the ends, single spaces inside. */
export const collapsed = (text: string): string => text.replaceAll(/[ \t\r\n]+/g, " ").replaceAll(/^ | $/g, "")

/** Length in characters, as in XML Schema, not in UTF-16 code units. */
const lengthIsWithin = (text: string, min: number, max: number): boolean => {
  if (text.length < min) return false
  const length = text.length <= max && min <= 1 ? text.length : Array.from(text).length
  return length >= min && length <= max
}

/** Text with collapsed white space. */
export const token = (min = 0, max = Infinity): SimpleType<string> => (text) => {
  const value = collapsed(text)
  return lengthIsWithin(value, min, max) ? value : undefined
}

/** Text with a space in place of every line break and tab. */
export const normalizedString = (min = 0, max = Infinity): SimpleType<string> => (text) => {
  const value = text.replaceAll(/[\t\r\n]/g, " ")
  return lengthIsWithin(value, min, max) ? value : undefined
}

/** A token that matches in full; the pattern has its own anchors. */
export const pattern = (form: RegExp): SimpleType<string> => (text) => {
  const value = collapsed(text)
  return form.test(value) ? value : undefined
}

/** One of several tokens. */
export const enumeration = <const A extends string>(...values: ReadonlyArray<A>): SimpleType<A> => (text) => {
  const value = collapsed(text)
  return values.find((one) => one === value)
}

/** A whole number from `min` to `max`; at most the largest exact integer of a double. */
export const integer = (min: number, max: number): SimpleType<number> => (text) => {
  const digits = collapsed(text)
  if (!/^[+-]?[0-9]+$/.test(digits)) return undefined
  const value = Number(digits) + 0
  return value >= min && value <= max ? value : undefined
}

export const unsignedByte = integer(0, 255)
export const unsignedShort = integer(0, 65_535)

export const boolean: SimpleType<boolean> = (text) => {
  switch (collapsed(text)) {
    case "1":
    case "true":
      return true
    case "0":
    case "false":
      return false
    default:
      return undefined
  }
}

/** A decimal in its written form, without an exponent. */
export const decimal = pattern(/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/)

/** Hexadecimal digits, two per octet; converted to upper case. */
export const hexBinary: SimpleType<string> = (text) => {
  const digits = collapsed(text)
  return /^(?:[0-9A-Fa-f]{2})*$/.test(digits) ? digits.toUpperCase() : undefined
}

/** Base64 with padding; white space is removed. */
export const base64Binary: SimpleType<string> = (text) => {
  const digits = text.replaceAll(/[ \t\r\n]/g, "")
  return base64Form.test(digits) ? digits : undefined
}
/** The unused bits before the padding are 0. */
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/

/** A language tag in the form of XML Schema. */
export const language = pattern(/^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/)

/** XML Schema 1.0 accepts almost any text as a URI. */
export const anyUri = token()

const zone = "(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?"
const dateForm = new RegExp(`^(-?[0-9]{4,})-([0-9]{2})-([0-9]{2})${zone}$`)
const dateTimeForm = new RegExp(
  `^(-?[0-9]{4,})-([0-9]{2})-([0-9]{2})T(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?|24:00:00(?:\\.0+)?)${zone}$`
)
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A text of that form whose first three groups are a valid calendar date. */
const dated = (form: RegExp): SimpleType<string> => (text) => {
  const value = collapsed(text)
  const parts = form.exec(value)
  if (parts === null) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const isInCalendar = year !== 0 && day >= 1 && day <= (daysOfMonths[month - 1] ?? 0)
  return isInCalendar || isLeapDay ? value : undefined
}

/** A date in its written form, with or without a time zone. */
export const date = dated(dateForm)

/** A date and time in its written form, with or without a time zone. */
export const dateTime = dated(dateTimeForm)

/** A duration of ISO 8601 with at least one part, and at least one after a T. */
export const duration = pattern(
  /^-?P(?=.)(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:T(?=.)(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?$/
)

/** `eppcom:labelType`: a name of a domain or host. */
export const label = token(1, 255)

/** `eppcom:clIDType`: the id of a client or contact. */
export const clientId = token(3, 16)

/**
 * `eppcom:roidType`. The `\w` of XML Schema matches every character except punctuation, separators and control
 * characters.
 */
export const roid = pattern(/^(?:[^\p{P}\p{Z}\p{C}]|_){1,80}-[^\p{P}\p{Z}\p{C}]{1,8}$/u)

/** `epp:trIDStringType`. */
export const transactionId = token(3, 64)
