import { recordTypeNumbers } from "@namewright/core/dns"

/** Numbers of types (IANA registry of DNS parameters): records, DNSSEC and query types. */
export const rrTypes = {
  ...recordTypeNumbers,
  OPT: 41,
  RRSIG: 46,
  NSEC: 47,
  NSEC3: 50,
  NSEC3PARAM: 51,
  CDS: 59,
  CDNSKEY: 60,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  ANY: 255
} as const

/** Class Internet, of all records here. */
export const classIn = 1

/** Positions of the names in a record's data, in octets. */
export interface NamesOfRdata {
  /** Before the first name. */
  readonly before: number
  readonly names: 1 | 2
}

const one: NamesOfRdata = { before: 0, names: 1 }
const two: NamesOfRdata = { before: 0, names: 2 }
const afterPreference: NamesOfRdata = { before: 2, names: 1 }

/** MD, MF, MB, MG, MR: never in use, but RFC 1035 allows to compress their names. */
const forgotten = [3, 4, 7, 8, 9].map((type) => [type, one] as const)

/** Types whose names senders may compress (RFC 3597, section 4). */
export const compressible: ReadonlyMap<number, NamesOfRdata> = new Map<number, NamesOfRdata>([
  ...forgotten,
  [rrTypes.NS, one],
  [rrTypes.CNAME, one],
  [rrTypes.SOA, two],
  [rrTypes.PTR, one],
  [14, two],
  [rrTypes.MX, afterPreference]
])

/** Types whose names receivers decompress: also RP, AFSDB, RT, PX, SRV and KX (RFC 3597, section 4). */
export const decompressible: ReadonlyMap<number, NamesOfRdata> = new Map<number, NamesOfRdata>([
  ...compressible,
  [rrTypes.RP, two],
  [18, afterPreference],
  [21, afterPreference],
  [26, { before: 2, names: 2 }],
  [rrTypes.SRV, { before: 6, names: 1 }],
  [36, afterPreference]
])
