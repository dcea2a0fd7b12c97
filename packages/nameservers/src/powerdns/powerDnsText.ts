import { DnsName, Rdata, type RecordType } from "@namewright/core/dns"
import { Result } from "effect"

/** Fields before the octets at the end of a record, which are written in one word. */
const fieldsBeforeOctets: Partial<Record<RecordType, number>> = {
  CDNSKEY: 3,
  CDS: 3,
  CERT: 3,
  DNSKEY: 3,
  DS: 3,
  OPENPGPKEY: 0,
  SMIMEA: 3,
  SSHFP: 2,
  TLSA: 3
}

/** Octets as hexadecimal digits, and not as base64. */
const isHexadecimal: ReadonlySet<RecordType> = new Set(["CDS", "DS", "SMIMEA", "SSHFP", "TLSA"])

const oneWord = (type: RecordType, text: string, before: number): string => {
  const words = text.split(" ")
  const octets = words.slice(before).join("")
  return [...words.slice(0, before), isHexadecimal.has(type) ? octets.toLowerCase() : octets].join(" ")
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

/** Type and algorithm by number. */
const numericCert = (text: string): string => {
  const read = Rdata.parse("CERT", text, { origin: DnsName.root, form: "zone_file" })
  if (Result.isFailure(read)) return text
  const { algorithm, certificate, key_tag, type } = read.success
  return `${type} ${key_tag} ${algorithm} ${Buffer.from(certificate).toString("base64")}`
}

/** Values without quotes where that is how they are printed, and `ech` with them; a key without a value has an empty one. */
const parameters = (text: string): string =>
  text.replaceAll(/ ech=([^" ]+)/g, " ech=\"$1\"")
    .replaceAll(/ (alpn|mandatory|port|ipv4hint|ipv6hint)="([^"\\]*)"/g, " $1=$2")
    .replaceAll(/ (key\d+)(?= |$)/g, " $1=\"\"")

/**
 * A record as PowerDNS prints it. Up to version 5.0 it takes no other spelling ("Not in expected format"), of these nor of
 * any other field.
 */
export const powerDnsText = (type: RecordType, text: string): string => {
  const before = fieldsBeforeOctets[type]
  if (type === "CERT") return numericCert(text)
  if (before !== undefined) return oneWord(type, text, before)
  if (type === "AAAA") return withoutDottedQuad(text)
  if (type === "LOC") return sizes(text)
  if (type === "HTTPS" || type === "SVCB") return parameters(plainNames(text))
  return type === "TXT" || type === "CAA" || type === "URI" ? text : plainNames(text)
}
