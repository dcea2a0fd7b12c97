import { Schema } from "effect"

/**
 * Record types whose data the platform parses field by field, with their numbers in the IANA registry of DNS
 * parameters. ALIAS is not standardized and never on the wire; it has the private-use number (RFC 6895, section 3.1)
 * that other servers use for it.
 */
export const recordTypeNumbers = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  HINFO: 13,
  MX: 15,
  TXT: 16,
  RP: 17,
  AFSDB: 18,
  AAAA: 28,
  LOC: 29,
  SRV: 33,
  NAPTR: 35,
  KX: 36,
  CERT: 37,
  DNAME: 39,
  APL: 42,
  DS: 43,
  SSHFP: 44,
  DNSKEY: 48,
  DHCID: 49,
  TLSA: 52,
  SMIMEA: 53,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  CSYNC: 62,
  SVCB: 64,
  HTTPS: 65,
  SPF: 99,
  NID: 104,
  L32: 105,
  L64: 106,
  LP: 107,
  EUI48: 108,
  EUI64: 109,
  URI: 256,
  CAA: 257,
  ALIAS: 65401
} as const

export type RecordType = keyof typeof recordTypeNumbers

/** Type by number; its data are octets (RFC 3597, section 5). */
export type UnknownType = `TYPE${number}`

export type AnyRecordType = RecordType | UnknownType

export const isRecordType = (text: string): text is RecordType => Object.hasOwn(recordTypeNumbers, text)

export const recordTypes: ReadonlyArray<RecordType> = Object.keys(recordTypeNumbers).filter(isRecordType)

const typesByNumber: ReadonlyMap<number, RecordType> = new Map(
  recordTypes.map((type) => [recordTypeNumbers[type], type])
)

/** The record type with this number, if the platform parses its data. */
export const recordTypeOf = (number: number): RecordType | undefined => typesByNumber.get(number)

/**
 * Types whose data the platform does not parse, by their names in the IANA registry. Type bitmaps and `TYPENNN` can
 * name them.
 */
const otherTypeNumbers: Readonly<Record<string, number>> = {
  MD: 3,
  MF: 4,
  MB: 7,
  MG: 8,
  MR: 9,
  NULL: 10,
  WKS: 11,
  MINFO: 14,
  X25: 19,
  ISDN: 20,
  RT: 21,
  NSAP: 22,
  "NSAP-PTR": 23,
  SIG: 24,
  KEY: 25,
  PX: 26,
  GPOS: 27,
  NXT: 30,
  EID: 31,
  NIMLOC: 32,
  ATMA: 34,
  A6: 38,
  SINK: 40,
  IPSECKEY: 45,
  RRSIG: 46,
  NSEC: 47,
  NSEC3: 50,
  NSEC3PARAM: 51,
  HIP: 55,
  NINFO: 56,
  RKEY: 57,
  TALINK: 58,
  ZONEMD: 63,
  DSYNC: 66,
  HHIT: 67,
  BRID: 68,
  UINFO: 100,
  UID: 101,
  GID: 102,
  UNSPEC: 103,
  AVC: 258,
  DOA: 259,
  AMTRELAY: 260,
  RESINFO: 261,
  WALLET: 262,
  CLA: 263,
  IPN: 264,
  TA: 32768,
  DLV: 32769
}

const numbersByName: ReadonlyMap<string, number> = new Map(
  Object.entries({ ...otherTypeNumbers, ...recordTypeNumbers })
)
const namesByNumber: ReadonlyMap<number, string> = new Map(
  [...numbersByName].map(([name, number]) => [number, name])
)

/** Number of a type such as `A`, `RRSIG` or `TYPE65280`, in any case; undefined if the text is not a type. */
export const typeNumberNamed = (text: string): number | undefined => {
  const name = text.toUpperCase()
  const digits = /^TYPE(0|[1-9][0-9]{0,4})$/.exec(name)?.[1]
  if (digits === undefined) return numbersByName.get(name)
  return Number(digits) <= 0xffff ? Number(digits) : undefined
}

/** Name of a type in the IANA registry, otherwise `TYPENNN`. */
export const typeName = (number: number): string => namesByNumber.get(number) ?? `TYPE${number}`

/** Number of a type on the wire. */
export const recordTypeNumber = (type: AnyRecordType): number =>
  isUnknownType(type) ? Number(type.slice("TYPE".length)) : recordTypeNumbers[type]

export const isUnknownType = (type: string): type is UnknownType => /^TYPE[0-9]/.test(type)

/** SIG, KEY, NXT, and types that signing generates for DNSSEC and whole zones. */
const isMadeBySigning = (number: number): boolean => [24, 25, 30, 46, 47, 50, 51, 59, 60, 63].includes(number)

/** OPT, query types and meta types (RFC 6895, section 3.1). */
const isNoData = (number: number): boolean =>
  number === 0 || number === 41 || number >= 128 && number <= 255 || number === 0xffff

/** RRset type with this number; undefined if callers cannot write RRsets of it. */
const rrsetTypeOf = (number: number): DnsRrsetType | undefined => {
  if (isMadeBySigning(number) || isNoData(number)) return undefined
  const type = recordTypeOf(number)
  return type === undefined ? `TYPE${number}` : isRrsetType(type) ? type : undefined
}

/** RRset type that a request names, by name or by number (RFC 3597, section 5); undefined if zones cannot have it. */
export const rrsetTypeNamed = (text: string): DnsRrsetType | undefined => {
  const number = typeNumberNamed(text)
  const type = number === undefined ? undefined : rrsetTypeOf(number)
  return type !== undefined && isUnknownType(type) && !/^TYPE/i.test(text) ? undefined : type
}

/** Types that RRsets have by name. */
export const namedRrsetTypes = Schema.Literals([
  "A",
  "AAAA",
  "AFSDB",
  "ALIAS",
  "APL",
  "CAA",
  "CNAME",
  "CSYNC",
  "DHCID",
  "DNSKEY",
  "DS",
  "EUI48",
  "EUI64",
  "HINFO",
  "KX",
  "L32",
  "L64",
  "LP",
  "MX",
  "NID",
  "NS",
  "PTR",
  "SPF",
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
])

const rrsetTypes: ReadonlySet<string> = new Set(namedRrsetTypes.literals)

const isRrsetType = (type: string): type is typeof namedRrsetTypes.Type => rrsetTypes.has(type)

/**
 * Types of RRsets that the REST interface accepts and returns; others are written by number, as in `TYPE65280` (RFC
 * 3597). Source: its schema `DnsRrsetType`, with additional types of the platform.
 */
export const DnsRrsetType = Schema.Union([namedRrsetTypes, Schema.TemplateLiteral(["TYPE", Schema.Int])])
  .annotate({ identifier: "DnsRrsetType" })
export type DnsRrsetType = typeof DnsRrsetType.Type
