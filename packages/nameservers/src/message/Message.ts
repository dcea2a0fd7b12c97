import type { DnsName } from "@namewright/core/dns"
import { Result } from "effect"
import { MessageReader } from "./MessageReader.ts"
import { MessageWriter } from "./MessageWriter.ts"
import { rrTypes } from "./RrType.ts"
import * as WireName from "./WireName.ts"

export interface Question {
  readonly name: DnsName.DnsName
  readonly type: number
  readonly class: number
}

export interface ResourceRecord {
  readonly name: DnsName.DnsName
  readonly type: number
  readonly class: number
  /** Seconds. */
  readonly ttl: number
  /** Without compression. */
  readonly rdata: Uint8Array
}

export interface EdnsOption {
  readonly code: number
  readonly data: Uint8Array
}

/** The OPT record (RFC 6891), without its part of the response code, which the message has. */
export interface Edns {
  /** Octets of the longest datagram that the sender accepts. */
  readonly udpSize: number
  readonly version: number
  /** True if the sender asks for signatures (RFC 3225). */
  readonly dnssecOk: boolean
  readonly options: ReadonlyArray<EdnsOption>
}

/** A message (RFC 1035, section 4). The OPT record is `edns`, and not among the additional records. */
export interface Message {
  readonly id: number
  readonly isResponse: boolean
  readonly opcode: number
  readonly isAuthoritative: boolean
  readonly isTruncated: boolean
  readonly recursionDesired: boolean
  readonly recursionAvailable: boolean
  readonly authenticData: boolean
  readonly checkingDisabled: boolean
  /** Response code including the eight bits of EDNS, 0 to 4095. */
  readonly rcode: number
  readonly questions: ReadonlyArray<Question>
  readonly answers: ReadonlyArray<ResourceRecord>
  readonly authorities: ReadonlyArray<ResourceRecord>
  readonly additionals: ReadonlyArray<ResourceRecord>
  readonly edns: Edns | undefined
}

export interface DecodedMessage extends Message {
  /** Offset of the last record, at which the octets end that a TSIG signs; the length of a message without records. */
  readonly lastRecordAt: number
}

/** Defaults of a query, to be spread. */
export const query: Message = {
  id: 0,
  isResponse: false,
  opcode: 0,
  isAuthoritative: false,
  isTruncated: false,
  recursionDesired: false,
  recursionAvailable: false,
  authenticData: false,
  checkingDisabled: false,
  rcode: 0,
  questions: [],
  answers: [],
  authorities: [],
  additionals: [],
  edns: undefined
}

/** Flags in the second 16 bits of the header. */
export const flagBits = { QR: 0x8000, AA: 0x0400, TC: 0x0200, RD: 0x0100, RA: 0x0080, AD: 0x0020, CD: 0x0010 } as const

const bit = (isSet: boolean, value: number): number => isSet ? value : 0

const flagsOf = (message: Message): number =>
  bit(message.isResponse, flagBits.QR) | (message.opcode & 15) << 11 | bit(message.isAuthoritative, flagBits.AA)
  | bit(message.isTruncated, flagBits.TC) | bit(message.recursionDesired, flagBits.RD)
  | bit(message.recursionAvailable, flagBits.RA) | bit(message.authenticData, flagBits.AD)
  | bit(message.checkingDisabled, flagBits.CD) | message.rcode & 15

const noOctets = new Uint8Array(0)

/** The data of an OPT record. */
const optionOctets = (options: ReadonlyArray<EdnsOption>): Uint8Array => {
  if (options.length === 0) return noOctets
  const octets = new Uint8Array(options.reduce((sum, { data }) => sum + 4 + data.length, 0))
  const view = new DataView(octets.buffer)
  let at = 0
  for (const { code, data } of options) {
    view.setUint16(at, code)
    view.setUint16(at + 2, data.length)
    octets.set(data, at + 4)
    at += 4 + data.length
  }
  return octets
}

/** TTL field of an OPT record: extended response code, version and flags. */
export const optTtl = (rcode: number, { dnssecOk, version }: Pick<Edns, "dnssecOk" | "version">): number =>
  ((rcode >>> 4 & 0xff) << 24 | (version & 0xff) << 16 | bit(dnssecOk, 0x8000)) >>> 0

/** Octets of header and OPT record, which every message has room for. */
const smallest = 512

/**
 * Encodes a message in at most `maxSize` octets. If questions, answers or authorities do not fit, the records from there on
 * are omitted and TC is set (RFC 2181, section 9); additional records are omitted without TC.
 */
export const encode = (message: Message, { maxSize = 0xffff }: { readonly maxSize?: number } = {}): Uint8Array => {
  const limit = Math.max(maxSize, smallest)
  const writer = new MessageWriter(limit)
  const options = message.edns === undefined ? noOctets : optionOctets(message.edns.options)
  writer.begin(message.edns === undefined ? limit : limit - 11 - options.length)
  let hasRoom = true
  const put = (records: ReadonlyArray<ResourceRecord>): number => {
    let count = 0
    for (const record of records) {
      hasRoom &&= writer.record(WireName.of(record.name), record.type, record.class, record.ttl, record.rdata)
      if (!hasRoom) break
      count++
    }
    return count
  }
  let questions = 0
  for (const { class: rrClass, name, type } of message.questions) {
    hasRoom &&= writer.question(WireName.of(name), type, rrClass)
    if (hasRoom) questions++
  }
  const [answers, authorities] = [put(message.answers), put(message.authorities)]
  const isCut = !hasRoom
  let additionals = put(message.additionals)
  if (message.edns !== undefined) {
    writer.extend(11 + options.length)
    writer.record(WireName.root, rrTypes.OPT, message.edns.udpSize, optTtl(message.rcode, message.edns), options)
    additionals++
  }
  const flags = flagsOf(message) | bit(isCut, flagBits.TC)
  return writer.end({ id: message.id, flags }, { questions, answers, authorities, additionals }).slice()
}

/** Reason why octets cannot be decoded. */
export type MessageProblem =
  | "too_short"
  | "name"
  /** Record data whose names do not end with the data. */
  | "rdata"
  /** More than one OPT, one elsewhere than among the additional records, or options that do not fill its data. */
  | "edns"
  /** Octets behind the last record. */
  | "trailing_octets"

const dnameOf = (reader: MessageReader): DnsName.DnsName => WireName.toDnsName(reader.name())

const readQuestions = (reader: MessageReader, count: number): ReadonlyArray<Question> => {
  const questions: Array<Question> = []
  for (let index = 0; index < count && reader.problem === undefined; index++) {
    questions.push({ name: dnameOf(reader), type: reader.uint16(), class: reader.uint16() })
  }
  return questions
}

const readRecords = (reader: MessageReader, count: number): ReadonlyArray<ResourceRecord> => {
  const records: Array<ResourceRecord> = []
  for (let index = 0; index < count && reader.problem === undefined; index++) {
    reader.startRecord()
    const [name, type, rrClass, ttl] = [dnameOf(reader), reader.uint16(), reader.uint16(), reader.uint32()]
    records.push({ name, type, class: rrClass, ttl, rdata: reader.rdata(type) })
  }
  return records
}

const readOptions = (octets: Uint8Array): ReadonlyArray<EdnsOption> | undefined => {
  const options: Array<EdnsOption> = []
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length)
  let at = 0
  while (at < octets.length) {
    if (at + 4 > octets.length) return undefined
    const end = at + 4 + view.getUint16(at + 2)
    if (end > octets.length) return undefined
    options.push({ code: view.getUint16(at), data: octets.slice(at + 4, end) })
    at = end
  }
  return options
}

const ednsOf = ({ class: udpSize, rdata, ttl }: ResourceRecord): Edns | undefined => {
  const options = readOptions(rdata)
  return options && { udpSize, version: ttl >>> 16 & 0xff, dnssecOk: (ttl & 0x8000) !== 0, options }
}

const isOpt = ({ type }: ResourceRecord): boolean => type === rrTypes.OPT

/**
 * Decodes a message. Compression pointers must point before the name that contains them, so that every name ends. Nothing
 * beyond the end is read.
 */
export const decode = (octets: Uint8Array): Result.Result<DecodedMessage, MessageProblem> => {
  const reader = new MessageReader(octets)
  const [id, flags] = [reader.uint16(), reader.uint16()]
  const counts = [reader.uint16(), reader.uint16(), reader.uint16(), reader.uint16()] as const
  const questions = readQuestions(reader, counts[0])
  const [answers, authorities, all] = [
    readRecords(reader, counts[1]),
    readRecords(reader, counts[2]),
    readRecords(reader, counts[3])
  ]
  reader.end()
  if (reader.problem !== undefined) return Result.fail(reader.problem)
  const [opt, another] = all.filter(isOpt)
  const edns = opt && ednsOf(opt)
  const isMisplaced = answers.some(isOpt) || authorities.some(isOpt) || opt !== undefined && opt.name !== "."
  if (another !== undefined || isMisplaced || opt !== undefined && edns === undefined) return Result.fail("edns")
  return Result.succeed({
    id,
    isResponse: (flags & flagBits.QR) !== 0,
    opcode: flags >>> 11 & 15,
    isAuthoritative: (flags & flagBits.AA) !== 0,
    isTruncated: (flags & flagBits.TC) !== 0,
    recursionDesired: (flags & flagBits.RD) !== 0,
    recursionAvailable: (flags & flagBits.RA) !== 0,
    authenticData: (flags & flagBits.AD) !== 0,
    checkingDisabled: (flags & flagBits.CD) !== 0,
    rcode: flags & 15 | (opt === undefined ? 0 : opt.ttl >>> 24 << 4),
    questions,
    answers,
    authorities,
    additionals: all.filter((record) => !isOpt(record)),
    edns,
    lastRecordAt: reader.recordAt ?? octets.length
  })
}
