import { DnsName } from "@namewright/core/dns"
import * as Message from "../message/Message.ts"
import { opcodes } from "../message/Rcode.ts"
import { classIn, rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"

/** Octets of the five numbers of a SOA record. */
const soaNumbers = 20

/** The serial in the data of a SOA record: it follows two names. Undefined when the numbers are not there. */
const serialOf = (rdata: Uint8Array): number | undefined => {
  const second = WireName.lengthAt(rdata, 0)
  const at = second + WireName.lengthAt(rdata, second)
  return rdata.length === at + soaNumbers
    ? new DataView(rdata.buffer, rdata.byteOffset, rdata.length).getUint32(at)
    : undefined
}

/** A question about a zone's SOA, as queries and NOTIFY (RFC 1996) have it. */
export const soaQuestion = (id: number, kind: keyof typeof opcodes, zone: DnsName.DnsName): Uint8Array =>
  Message.encode({
    ...Message.query,
    id,
    opcode: opcodes[kind],
    // NOTIFY speaks with authority (RFC 1996, section 3.6).
    isAuthoritative: kind === "NOTIFY",
    questions: [{ name: zone, type: rrTypes.SOA, class: classIn }]
  })

/** The serial that an answer names for a zone; undefined when it holds no SOA of it. */
export const answeredSerial = (message: Message.Message, zone: DnsName.DnsName): number | undefined => {
  const soa = message.answers.find(({ name, type }) => type === rrTypes.SOA && DnsName.equals(name, zone))
  return soa === undefined ? undefined : serialOf(soa.rdata)
}

/** The serial that whoever asks for an incremental transfer has (RFC 1995, section 3). */
export const askedSerial = (message: Message.Message): number | undefined => {
  const soa = message.authorities.find(({ type }) => type === rrTypes.SOA)
  return soa === undefined ? undefined : serialOf(soa.rdata)
}
