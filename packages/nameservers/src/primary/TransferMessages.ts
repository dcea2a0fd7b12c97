import type { ImageRrset } from "../image/ImageRrset.ts"
import type { DecodedMessage, Question } from "../message/Message.ts"
import { flagBits } from "../message/Message.ts"
import { MessageWriter } from "../message/MessageWriter.ts"
import { classIn, rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"

/** Octets after which the next record begins a new message: pointers do not reach further (RFC 1035, section 4.1.4). */
const fullMessage = 16_000

/** Octets of the longest datagram that is accepted. */
const udpOctets = 1232

/** Octets of the longest message over TCP without the longest TSIG record. */
const largestMessage = 0xffff - 640

/**
 * The messages of an answer with these records in their order, each with the question (RFC 5936, section 2.2). They are
 * generated one by one, so that a large zone is never in memory as messages; each is valid until the next one.
 */
export function* answerMessages(
  { edns, id }: Pick<DecodedMessage, "id" | "edns">,
  { class: rrClass, name, type }: Question,
  rrsets: Iterable<ImageRrset>
): Generator<Uint8Array> {
  const writer = new MessageWriter(largestMessage)
  const header = { id, flags: flagBits.QR | flagBits.AA }
  let answers = 0
  const begin = () => {
    writer.begin(largestMessage)
    writer.question(WireName.of(name), type, rrClass)
    answers = 0
  }
  const end = () => {
    // A query with an OPT record gets one in the answer (RFC 6891, section 6.1.1).
    if (edns !== undefined) writer.record(WireName.root, rrTypes.OPT, udpOctets, 0, new Uint8Array(0))
    return writer.end(header, { questions: 1, answers, authorities: 0, additionals: edns === undefined ? 0 : 1 })
  }
  begin()
  for (const rrset of rrsets) {
    const owner = WireName.of(rrset.name)
    for (const rdata of rrset.rdata) {
      if (answers > 0 && writer.length + rdata.length > fullMessage) {
        yield end()
        begin()
      }
      // No record is longer than a message: the limit of record data is lower.
      writer.record(owner, rrset.type, classIn, rrset.ttl, rdata)
      answers++
    }
  }
  yield end()
}
