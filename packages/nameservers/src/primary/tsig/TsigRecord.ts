import { DnsName } from "@namewright/core/dns"
import { Result } from "effect"
import * as Message from "../../message/Message.ts"
import { rrTypes } from "../../message/RrType.ts"
import * as WireName from "../../message/WireName.ts"

/** The fields of a TSIG record (RFC 8945, section 4.2). */
export interface TsigRecord {
  readonly keyName: DnsName.DnsName
  readonly algorithmName: DnsName.DnsName
  /** Seconds since 1970. */
  readonly timeSigned: number
  /** Seconds by which clocks may differ. */
  readonly fudge: number
  readonly mac: Uint8Array
  readonly originalId: number
  readonly error: number
  readonly otherData: Uint8Array
}

/** A message, and its octets before the TSIG record was appended. */
export interface SplitMessage {
  /** Including the record. */
  readonly message: Message.DecodedMessage
  readonly octets: Uint8Array
  /** Undefined for a message without one. */
  readonly record: TsigRecord | undefined
}

/** Decodes the data of the record; undefined if it is malformed. */
const readFields = (rdata: Uint8Array): Omit<TsigRecord, "keyName"> | undefined => {
  const octets = Buffer.from(rdata)
  let at = WireName.lengthAt(octets, 0)
  if (at > rdata.length) return undefined
  const algorithmName = WireName.toDnsName(WireName.lowerCase(WireName.ofOctets(octets.subarray(0, at))))
  const integer = (size: 2 | 6): number => {
    at += size
    return at <= octets.length ? octets.readUIntBE(at - size, size) : 0
  }
  const sized = (): Uint8Array => {
    const size = integer(2)
    at += size
    return Uint8Array.from(octets.subarray(at - size, at))
  }
  const fields = {
    algorithmName,
    timeSigned: integer(6),
    fudge: integer(2),
    mac: sized(),
    originalId: integer(2),
    error: integer(2),
    otherData: sized()
  }
  return at === octets.length ? fields : undefined
}

const isTsig = ({ type }: Message.ResourceRecord): boolean => type === rrTypes.TSIG

/**
 * Removes the TSIG record from a message (RFC 8945, section 5.2). Undefined for octets that are no message, and for a record
 * that is malformed or not the last one.
 */
export const splitTsig = (octets: Uint8Array): SplitMessage | undefined => {
  const decoded = Message.decode(octets)
  if (Result.isFailure(decoded)) return undefined
  const message = decoded.success
  const all = [...message.answers, ...message.authorities, ...message.additionals]
  if (!all.some(isTsig)) return { octets, message, record: undefined }
  const last = message.additionals.at(-1)
  if (last === undefined || !isTsig(last) || all.filter(isTsig).length > 1) return undefined
  const fields = readFields(last.rdata)
  if (fields === undefined || last.class !== rrTypes.ANY || last.ttl !== 0) return undefined
  const unsigned = Buffer.from(octets.subarray(0, message.lastRecordAt))
  unsigned.writeUInt16BE(fields.originalId, 0)
  unsigned.writeUInt16BE(unsigned.readUInt16BE(10) - 1, 10)
  return { octets: unsigned, message, record: { keyName: DnsName.lowerCase(last.name), ...fields } }
}

/** Octets of a big-endian integer. */
export const integerOctets = (value: number, size: 2 | 4 | 6): Buffer => {
  const octets = Buffer.alloc(size)
  octets.writeUIntBE(value, 0, size)
  return octets
}

/** Appends the record to a message. */
export const appendTsig = (octets: Uint8Array, record: TsigRecord): Uint8Array => {
  const rdata = Buffer.concat([
    DnsName.encode(record.algorithmName),
    integerOctets(record.timeSigned, 6),
    integerOctets(record.fudge, 2),
    integerOctets(record.mac.length, 2),
    record.mac,
    integerOctets(record.originalId, 2),
    integerOctets(record.error, 2),
    integerOctets(record.otherData.length, 2),
    record.otherData
  ])
  const message = Buffer.concat([
    octets,
    DnsName.encode(record.keyName),
    integerOctets(rrTypes.TSIG, 2),
    integerOctets(rrTypes.ANY, 2),
    integerOctets(0, 4),
    integerOctets(rdata.length, 2),
    rdata
  ])
  message.writeUInt16BE(message.readUInt16BE(10) + 1, 10)
  return message
}
