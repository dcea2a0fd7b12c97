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

/** Milliseconds for which a response is cached; its signatures are valid for days. */
const responseLife = 3_600_000

const tcpSize = 0xffff
const plainUdpSize = 512

/** Header bits that a response copies from its query. */
const repeatedBits = flagBits.RD | flagBits.CD

/**
 * Answers queries, octets to octets. Methods return the response; a name if the image of that zone has to be loaded first;
 * undefined if nothing is to be sent.
 */
export class Responder {
  readonly #zones: ServedZones
  readonly #onDefect: (defect: unknown) => void
  readonly #cache = new ResponseCache()
  readonly #writer = new MessageWriter()
  /** Buffer for the key of a query in the cache. */
  readonly #question = Buffer.alloc(300)

  /** @param onDefect Called if a zone cannot be answered from, for example because a record cannot be read. */
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

  /** The SERVFAIL response to a query. */
  failure(octets: Buffer): Buffer | undefined {
    const query = readQuery(octets)
    return query && refusal(query, rcodes.SERVFAIL)
  }

  /** An empty truncated response, after which resolvers ask over TCP; undefined if the query has no answer. */
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
    // Until all names are read, an unknown one may be in a zone of this server.
    if (apex === undefined) return refusal(query, this.#zones.isComplete ? rcodes.REFUSED : rcodes.SERVFAIL)
    const served = this.#zones.imageOf(apex)
    if (served === undefined) return apex
    const { image, version } = served
    const answer = answerOf(image, { name, type, dnssecOk })
    const signatures = dnssecOk ? image.signatures : undefined
    const written = writeAnswer(this.#writer, answer, { name, type, hasEdns, dnssecOk, signatures, limit })
    const response = Buffer.from(written.octets)
    // A DS query is answered by the parent zone once that is served here, which would not invalidate this response.
    const isOwnDs = type === rrTypes.DS && name === apex
    if (!isOwnDs && !written.isTruncated && response.length <= udpSize) {
      this.#cache.set(key, { octets: response, version, until: now + responseLife })
    }
    return addressed(response, query)
  }

  /** Key of a query in the cache: name, type and class of the question, and whether it has EDNS and the DO bit. */
  #keyOf({ dnssecOk, hasEdns, nameLength, octets }: Query): string {
    const question = this.#question
    for (let index = 0; index < nameLength; index++) {
      const octet = octets[headerLength + index] ?? 0
      // Lengths of labels are below the range of letters.
      question[index] = octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet
    }
    for (let index = nameLength; index < nameLength + 4; index++) question[index] = octets[headerLength + index] ?? 0
    question[nameLength + 4] = dnssecOk ? 2 : hasEdns ? 1 : 0
    return question.toString("latin1", 0, nameLength + 5)
  }
}

/** Copies a response, with the id, the flags and the letter case of the query. */
const addressed = (response: Buffer, { flags, nameLength, octets }: Query): Buffer => {
  const answer = Buffer.allocUnsafe(response.length)
  answer.set(response)
  answer.writeUInt16BE(octets.readUInt16BE(0), 0)
  answer.writeUInt16BE(response.readUInt16BE(2) | flags & repeatedBits, 2)
  octets.copy(answer, headerLength, headerLength, headerLength + nameLength)
  return answer
}

/** A response without records, with the question if there is one, and with EDNS if the query has it. */
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
