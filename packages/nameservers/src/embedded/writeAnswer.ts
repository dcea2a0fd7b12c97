import type { Answer, AnswerRrset } from "../image/Answer.ts"
import { flagBits, optTtl } from "../message/Message.ts"
import type { MessageWriter } from "../message/MessageWriter.ts"
import { classIn, rrTypes } from "../message/RrType.ts"
import type * as WireName from "../message/WireName.ts"
import type { ZoneSignatures } from "../signing/ZoneSignatures.ts"

/** Octets of an OPT record without options. */
export const optLength = 11

/** Octets of the longest datagram, which is not fragmented on any usual path (RFC 9715). */
export const udpSize = 1232

const noOctets = new Uint8Array(0)

export interface AnswerForm {
  /** In lower case. */
  readonly name: WireName.WireName
  readonly type: number
  readonly hasEdns: boolean
  readonly dnssecOk: boolean
  /** Undefined if no signatures are sent. */
  readonly signatures: ZoneSignatures | undefined
  /** Octets of the longest message. */
  readonly limit: number
}

export interface WrittenAnswer {
  /** With id 0, and without the bits that are copied from the query. Valid until the next answer is written. */
  readonly octets: Uint8Array
  readonly isTruncated: boolean
}

/** Writes the RRsets of an answer. An RRset is written with all its records and signatures, or not at all. */
class SectionWriter {
  readonly #writer: MessageWriter
  readonly #signatures: ZoneSignatures | undefined

  constructor(writer: MessageWriter, signatures: ZoneSignatures | undefined) {
    this.#writer = writer
    this.#signatures = signatures
  }

  /** Writes RRsets that the answer needs. Returns the number of records; undefined if one RRset does not fit. */
  needed(rrsets: ReadonlyArray<AnswerRrset>): number | undefined {
    let records = 0
    for (const rrset of rrsets) {
      const count = this.#rrset(rrset)
      if (count === undefined) return undefined
      records += count
    }
    return records
  }

  /** Writes optional RRsets and omits those that do not fit. Returns the number of records. */
  welcome(rrsets: ReadonlyArray<AnswerRrset>): number {
    let records = 0
    for (const rrset of rrsets) {
      const start = this.#writer.length
      const count = this.#rrset(rrset)
      if (count === undefined) this.#writer.truncate(start)
      else records += count
    }
    return records
  }

  #rrset({ isSigned, owner, rrset, ttl }: AnswerRrset): number | undefined {
    for (const rdata of rrset.rdata) {
      if (!this.#writer.record(owner, rrset.type, classIn, ttl, rdata)) return undefined
    }
    if (!isSigned || this.#signatures === undefined) return rrset.rdata.length
    const signatures = this.#signatures.of(rrset)
    for (const rdata of signatures) {
      if (!this.#writer.record(owner, rrTypes.RRSIG, classIn, ttl, rdata)) return undefined
    }
    return rrset.rdata.length + signatures.length
  }
}

/**
 * Writes an answer. If answers, authorities or needed glue do not fit, the response has none of them and is truncated
 * (TC); the client then asks over TCP.
 */
export const writeAnswer = (writer: MessageWriter, answer: Answer, form: AnswerForm): WrittenAnswer => {
  const { dnssecOk, hasEdns, limit, name, signatures, type } = form
  writer.begin(hasEdns ? limit - optLength : limit)
  writer.question(name, type, classIn)
  const start = writer.length
  const sections = new SectionWriter(writer, signatures)
  const answers = sections.needed(answer.answers)
  const authorities = answers === undefined ? undefined : sections.needed(answer.authorities)
  const additionals = authorities === undefined
    ? undefined
    : answer.isAdditionalNeeded
    ? sections.needed(answer.additionals)
    : sections.welcome(answer.additionals)
  const isTruncated = additionals === undefined
  if (isTruncated) writer.truncate(start)
  if (hasEdns) {
    writer.extend(optLength)
    writer.record("\0", rrTypes.OPT, udpSize, optTtl(answer.rcode, { version: 0, dnssecOk }), noOctets)
  }
  const flags = flagBits.QR | (answer.isAuthoritative ? flagBits.AA : 0) | (isTruncated ? flagBits.TC : 0)
    | answer.rcode & 15
  const octets = writer.end({ id: 0, flags }, {
    questions: 1,
    answers: isTruncated ? 0 : answers ?? 0,
    authorities: isTruncated ? 0 : authorities ?? 0,
    additionals: (additionals ?? 0) + (hasEdns ? 1 : 0)
  })
  return { octets, isTruncated }
}
