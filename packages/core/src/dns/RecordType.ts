import { Schema } from "effect"

/**
 * The record types that the platform reads and writes, with their numbers in the IANA registry of DNS parameters.
 * ALIAS stands in no standard: it never reaches the wire, and has a number of the range for private use (RFC 6895,
 * section 3.1), the one that other servers took for it.
 */
export const recordTypeNumbers = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  RP: 17,
  AAAA: 28,
  LOC: 29,
  SRV: 33,
  NAPTR: 35,
  CERT: 37,
  DNAME: 39,
  DS: 43,
  SSHFP: 44,
  DNSKEY: 48,
  TLSA: 52,
  SMIMEA: 53,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  SVCB: 64,
  HTTPS: 65,
  URI: 256,
  CAA: 257,
  ALIAS: 65401
} as const

export type RecordType = keyof typeof recordTypeNumbers

export const isRecordType = (text: string): text is RecordType => Object.hasOwn(recordTypeNumbers, text)

export const recordTypes: ReadonlyArray<RecordType> = Object.keys(recordTypeNumbers).filter(isRecordType)

const typesByNumber: ReadonlyMap<number, RecordType> = new Map(
  recordTypes.map((type) => [recordTypeNumbers[type], type])
)

/** The type of that number, where it is one of ours. */
export const recordTypeOf = (number: number): RecordType | undefined => typesByNumber.get(number)

/**
 * The types of RRsets that the REST interface takes and shows. Source: its schema `DnsRrsetType`; the last four are
 * our own.
 */
export const DnsRrsetType = Schema.Literals([
  "A",
  "AAAA",
  "ALIAS",
  "CAA",
  "CNAME",
  "DNSKEY",
  "DS",
  "MX",
  "NS",
  "PTR",
  "TXT",
  "SOA",
  "SRV",
  "TLSA",
  "SMIMEA",
  "URI",
  "HTTPS",
  "SVCB",
  "NAPTR",
  "SSHFP",
  "CERT",
  "DNAME",
  "LOC",
  "OPENPGPKEY",
  "RP"
]).annotate({ identifier: "DnsRrsetType" })
export type DnsRrsetType = typeof DnsRrsetType.Type
