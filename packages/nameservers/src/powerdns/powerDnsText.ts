import { type AnyRecordType, isUnknownType } from "@namewright/core/dns"

/** Types whose data end in hexadecimal digits, after so many other fields. */
const fieldsBeforeHexadecimal: Partial<Record<AnyRecordType, number>> = { CDS: 3, DS: 3, SMIMEA: 3, SSHFP: 2, TLSA: 3 }

const inLowerCase = (text: string, before: number): string => {
  const words = text.split(" ")
  return [...words.slice(0, before), ...words.slice(before).map((digits) => digits.toLowerCase())].join(" ")
}

/** A backslash stands before dots and backslashes only; what is in quotes is no name. */
const plainNames = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\\([@$;"()])/g, (found: string, character?: string) => character ?? found)

/** The last four octets of an address in hexadecimal digits, where they are written like an address of IPv4. */
const withoutDottedQuad = (text: string): string =>
  text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets: ReadonlyArray<string>) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })

/** Sizes with two decimals. */
const sizes = (text: string): string => text.replaceAll(/(?<= )(\d+)m/g, "$1.00m")

/** `ech` and keys by number have quotes; a key by number without a value has an empty one. */
const parameters = (text: string): string =>
  text.replaceAll(/ (ech|key\d+)=([^" ]+)/g, " $1=\"$2\"").replaceAll(/ (key\d+)(?= |$)/g, " $1=\"\"")

/**
 * A record as PowerDNS prints it. Up to version 5.0 it takes no other spelling ("Not in expected format"), of these nor of
 * any other field.
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
