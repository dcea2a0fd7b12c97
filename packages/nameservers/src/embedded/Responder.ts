import { answerOf } from "../image/answerOf.ts"
import { flagBits, optTtl } from "../message/Message.ts"
import { MessageWriter } from "../message/MessageWriter.ts"
import { rcodes } from "../message/Rcode.ts"
import { rrTypes } from "../message/RrType.ts"
import type * as WireName from "../message/WireName.ts"
import { headerLength, type Query, readQuery } from "./Query.ts"
import { ResponseCache } from "./ResponseCache.ts"
import type { ServedZones } from "./ServedZones.ts"
import { optLength, udpSize, writeAnswer } from "./writeAnswer.ts"

/** Milliseconds for which a finished answer is given out; its signatures are valid for days. */
const responseLife = 3_600_000

const tcpSize = 0xffff
const plainUdpSize = 512

/** The bits that an answer takes over from its query. */
const repeatedBits = flagBits.RD | flagBits.CD

/**
 * Answers queries, octets to octets. An answer is octets to be sent; a name is the zone whose image has to be loaded first;
 * undefined is silence.
 */
export class Responder {
  readonly #zones: ServedZones
  readonly #onDefect: (defect: unknown) => void
  readonly #cache = new ResponseCache()
  readonly #writer = new MessageWriter()
  /** The question in lower case, and how it is asked. */
  readonly #question = Buffer.alloc(300)

  /** @param onDefect Told of zones that cannot be answered from, such as one with a record that cannot be read. */
  constructor(zones: ServedZones, onDefect: (defect: unknown) => void) {
    this.#zones = zones
    this.#onDefect = onDefect
  }

  /** @param now Milliseconds. */
  respond(octets: Buffer, isTcp: boolean, now: number): Buffer | WireName.WireName | undefined {
    const query = readQuery(octets)
    if (query === undefined) return undefined
    if (query.rcode !== rcodes.NOERROR) return refusal(query, query.rcode)
    const limit = isTcp ? tcpSize : query.hasEdns ? Math.min(query.udpSize, udpSize) : plainUdpSize
    const key = this.#keyOf(query)
    const cached = this.#cache.get(key, now)
    if (cached !== undefined && cached.length <= limit) return addressed(cached, query)
    try {
      return this.#fresh(query, key, limit, now)
    } catch (defect) {
      this.#onDefect(defect)
      return refusal(query, rcodes.SERVFAIL)
    }
  }

  /** The answer when there is none: SERVFAIL. */
  failure(octets: Buffer): Buffer | undefined {
    const query = readQuery(octets)
    return query && refusal(query, rcodes.SERVFAIL)
  }

  /** An answer that says only that the whole one is to be had over TCP; undefined where there is none to be had. */
  truncated(octets: Buffer): Buffer | undefined {
    const query = readQuery(octets)
    if (query === undefined || query.nameLength === 0) return undefined
    const answer = refusal(query, rcodes.NOERROR)
    answer.writeUInt16BE(answer.readUInt16BE(2) | flagBits.TC, 2)
    return answer
  }

  #fresh(query: Query, key: string, limit: number, now: number): Buffer | WireName.WireName {
    const { dnssecOk, hasEdns, nameLength, type } = query
    const name = key.slice(0, nameLength)
    const apex = this.#zones.zoneOf(name, type)
    // As long as not all names are known, an unknown one may be ours.
    if (apex === undefined) return refusal(query, this.#zones.isComplete ? rcodes.REFUSED : rcodes.SERVFAIL)
    const served = this.#zones.imageOf(apex)
    if (served === undefined) return apex
    const { image, version } = served
    const answer = answerOf(image, { name, type, dnssecOk })
    const signatures = dnssecOk ? image.signatures : undefined
    const written = writeAnswer(this.#writer, answer, { name, type, hasEdns, dnssecOk, signatures, limit })
    const response = Buffer.from(written.octets)
    // DS queries move to the parent zone as soon as it is served here, and nothing outdates the answer of the child then.
    const isOwnDs = type === rrTypes.DS && name === apex
    if (!isOwnDs && !written.isTruncated && response.length <= udpSize) {
      this.#cache.set(key, { octets: response, version, until: now + responseLife })
    }
    return addressed(response, query)
  }

  /** The name, type and class of the question, and whether signatures and EDNS are wanted. */
  #keyOf({ dnssecOk, hasEdns, nameLength, octets }: Query): string {
    const question = this.#question
    for (let index = 0; index < nameLength; index++) {
      const octet = octets[headerLength + index] ?? 0
      // No length of a label is in the range of letters.
      question[index] = octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet
    }
    for (let index = nameLength; index < nameLength + 4; index++) question[index] = octets[headerLength + index] ?? 0
    question[nameLength + 4] = dnssecOk ? 2 : hasEdns ? 1 : 0
    return question.toString("latin1", 0, nameLength + 5)
  }
}

/** A copy of a finished answer for one who asks: with the id, the wishes and the spelling of the query. */
const addressed = (response: Buffer, { flags, nameLength, octets }: Query): Buffer => {
  const answer = Buffer.allocUnsafe(response.length)
  answer.set(response)
  answer.writeUInt16BE(octets.readUInt16BE(0), 0)
  answer.writeUInt16BE(response.readUInt16BE(2) | flags & repeatedBits, 2)
  octets.copy(answer, headerLength, headerLength, headerLength + nameLength)
  return answer
}

/** An answer with nothing but the question, where it can be repeated, and EDNS where it was spoken. */
const refusal = ({ dnssecOk, flags, hasEdns, nameLength, octets }: Query, rcode: number): Buffer => {
  const questionLength = nameLength === 0 ? 0 : nameLength + 4
  const answer = Buffer.alloc(headerLength + questionLength + (hasEdns ? optLength : 0))
  octets.copy(answer, 0, 0, 2)
  const opcode = flags & 0x7800
  answer.writeUInt16BE(flagBits.QR | opcode | flags & repeatedBits | rcode & 15, 2)
  answer.writeUInt16BE(nameLength === 0 ? 0 : 1, 4)
  octets.copy(answer, headerLength, headerLength, headerLength + questionLength)
  if (hasEdns) {
    answer.writeUInt16BE(1, 10)
    const at = headerLength + questionLength
    answer.writeUInt16BE(rrTypes.OPT, at + 1)
    answer.writeUInt16BE(udpSize, at + 3)
    answer.writeUInt32BE(optTtl(rcode, { version: 0, dnssecOk }), at + 5)
  }
  return answer
}
