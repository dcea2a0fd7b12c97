import { type AnyRecordType, isUnknownType } from "@namewright/core/dns"

/** Number of fields before the hexadecimal digits at the end of the data, by type. */
const fieldsBeforeHexadecimal: Partial<Record<AnyRecordType, number>> = { CDS: 3, DS: 3, SMIMEA: 3, SSHFP: 2, TLSA: 3 }

const inLowerCase = (text: string, before: number): string => {
  const words = text.split(" ")
  return [...words.slice(0, before), ...words.slice(before).map((digits) => digits.toLowerCase())].join(" ")
}

/** Escapes dots and backslashes only. Quoted text is no name. */
const plainNames = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\\([@$;"()])/g, (found: string, character?: string) => character ?? found)

/** Writes an IPv4 address at the end of an IPv6 address in hexadecimal digits. */
const withoutDottedQuad = (text: string): string =>
  text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets: ReadonlyArray<string>) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })

/** Writes sizes with two decimals. */
const sizes = (text: string): string => text.replaceAll(/(?<= )(\d+)m/g, "$1.00m")

/** Quotes the values of `ech` and of numeric keys; a numeric key without a value gets an empty one. */
const parameters = (text: string): string =>
  text.replaceAll(/ (ech|key\d+)=([^" ]+)/g, " $1=\"$2\"").replaceAll(/ (key\d+)(?= |$)/g, " $1=\"\"")

/**
 * A record in the form in which PowerDNS prints it. Up to version 5.0 it accepts no other form ("Not in expected format").
 */
export const powerDnsText = (type: AnyRecordType, text: string): string => {
  const before = isUnknownType(type) ? 2 : fieldsBeforeHexadecimal[type]
  if (before !== undefined) return inLowerCase(text, before)
  if (type === "AAAA") return withoutDottedQuad(text)
  if (type === "LOC") return sizes(text)
  if (type === "HTTPS" || type === "SVCB") return parameters(plainNames(text))
  return type === "TXT" || type === "SPF" || type === "HINFO" || type === "CAA" || type === "URI"
    ? text
    : plainNames(text)
}
