import { flagBits } from "../message/Message.ts"
import { opcodes, rcodes } from "../message/Rcode.ts"
import { classIn, rrTypes } from "../message/RrType.ts"

/** Fields of a query that determine its answer. */
export interface Query {
  readonly octets: Buffer
  /** Second 16 bits of the header. */
  readonly flags: number
  /** Octets of the name with the root label; 0 if there is no question to repeat in the answer. */
  readonly nameLength: number
  readonly type: number
  readonly hasEdns: boolean
  readonly dnssecOk: boolean
  /** Octets of the longest datagram that the client accepts. */
  readonly udpSize: number
  /** NOERROR if the query can be answered from a zone. */
  readonly rcode: number
}

export const headerLength = 12
const longestName = 255
const smallestUdpSize = 512

/** Octets of the question's name with the root label; 0 for a malformed name and for a pointer, which has nothing to point to. */
const questionNameLength = (octets: Buffer): number => {
  let at = headerLength
  for (;;) {
    const length = octets[at] ?? 0xff
    if (length > 63) return 0
    at += 1 + length
    if (at - headerLength > longestName || at > octets.length) return 0
    if (length === 0) return at - headerLength
  }
}

/** Offset behind the name at `start`; beyond the end for a malformed name. */
const afterName = (octets: Buffer, start: number): number => {
  for (let at = start;;) {
    const length = octets[at] ?? 0xff
    if (length >= 0xc0) return at + 2
    if (length > 63) return octets.length + 1
    at += 1 + length
    if (length === 0) return at
  }
}

/** Content of the records behind the question. */
interface Trailer {
  readonly hasEdns: boolean
  readonly dnssecOk: boolean
  readonly udpSize: number
  readonly version: number
  readonly hasTsig: boolean
}

const noTrailer: Trailer = { hasEdns: false, dnssecOk: false, udpSize: smallestUdpSize, version: 0, hasTsig: false }

/** True if the options of an OPT record fill its data. */
const areOptionsWhole = (octets: Buffer, start: number, end: number): boolean => {
  let at = start
  while (at + 4 <= end) at += 4 + octets.readUInt16BE(at + 2)
  return at === end
}

/** Fields of an OPT record, which begin at `fields`. */
const ednsOf = (octets: Buffer, fields: number): Trailer => ({
  hasEdns: true,
  udpSize: Math.max(octets.readUInt16BE(fields + 2), smallestUdpSize),
  version: octets.readUInt8(fields + 5),
  dnssecOk: (octets.readUInt8(fields + 6) & 0x80) !== 0,
  hasTsig: false
})

/** Reads the records behind the question; undefined if they are malformed. */
const trailerOf = (octets: Buffer, start: number): Trailer | undefined => {
  const before = octets.readUInt16BE(6) + octets.readUInt16BE(8)
  const count = before + octets.readUInt16BE(10)
  let edns: Trailer | undefined
  let hasTsig = false
  let at = start
  for (let index = 0; index < count; index++) {
    const fields = afterName(octets, at)
    const data = fields + 10
    if (data > octets.length) return undefined
    const type = octets.readUInt16BE(fields)
    const end = data + octets.readUInt16BE(fields + 8)
    if (end > octets.length) return undefined
    if (type === rrTypes.OPT) {
      const isMisplaced = edns !== undefined || index < before || fields !== at + 1
      if (isMisplaced || !areOptionsWhole(octets, data, end)) return undefined
      edns = ednsOf(octets, fields)
    }
    hasTsig ||= type === rrTypes.TSIG
    at = end
  }
  if (at !== octets.length) return undefined
  return hasTsig ? { ...(edns ?? noTrailer), hasTsig } : edns ?? noTrailer
}

/** Query types that are not records of a name, such as transfers. */
const isRefusedType = (type: number): boolean => type >= 128 && type <= 254 && type !== rrTypes.TSIG

const rcodeOf = (octets: Buffer, type: number, end: number, trailer: Trailer | undefined): number => {
  if (trailer === undefined) return rcodes.FORMERR
  if (trailer.version > 0) return rcodes.BADVERS
  // A signed query needs a signed answer, and this server has no keys.
  if (trailer.hasTsig) return rcodes.NOTAUTH
  if (type === rrTypes.OPT || type === rrTypes.TSIG) return rcodes.FORMERR
  return octets.readUInt16BE(end - 2) !== classIn || isRefusedType(type) ? rcodes.REFUSED : rcodes.NOERROR
}

const problem = (octets: Buffer, flags: number, rcode: number): Query => ({
  octets,
  flags,
  nameLength: 0,
  type: 0,
  hasEdns: false,
  dnssecOk: false,
  udpSize: smallestUdpSize,
  rcode
})

/** Opcodes that exist, but that no client may use here. */
const isRefusedOpcode = (opcode: number): boolean => opcode === opcodes.NOTIFY || opcode === opcodes.UPDATE

/** Reads a query. Undefined for messages that get no answer: responses, and octets shorter than a header. */
export const readQuery = (octets: Buffer): Query | undefined => {
  if (octets.length < headerLength) return undefined
  const flags = octets.readUInt16BE(2)
  if ((flags & flagBits.QR) !== 0) return undefined
  const opcode = flags >>> 11 & 15
  if (opcode !== opcodes.QUERY) {
    return problem(octets, flags, isRefusedOpcode(opcode) ? rcodes.REFUSED : rcodes.NOTIMP)
  }
  if (octets.readUInt16BE(4) !== 1) return problem(octets, flags, rcodes.FORMERR)
  const nameLength = questionNameLength(octets)
  const end = headerLength + nameLength + 4
  if (nameLength === 0 || end > octets.length) return problem(octets, flags, rcodes.FORMERR)
  const type = octets.readUInt16BE(end - 4)
  const trailer = trailerOf(octets, end)
  const { dnssecOk, hasEdns, udpSize } = trailer ?? noTrailer
  return { octets, flags, nameLength, type, hasEdns, dnssecOk, udpSize, rcode: rcodeOf(octets, type, end, trailer) }
}
