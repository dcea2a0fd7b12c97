import { DnsName } from "@namewright/core/dns"
import * as Message from "../message/Message.ts"
import { opcodes } from "../message/Rcode.ts"
import { classIn, rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"

/** Octets of the five integers of a SOA record. */
const soaNumbers = 20

/** The serial in the data of a SOA record, behind two names. Undefined for malformed data. */
const serialOf = (rdata: Uint8Array): number | undefined => {
  const second = WireName.lengthAt(rdata, 0)
  const at = second + WireName.lengthAt(rdata, second)
  return rdata.length === at + soaNumbers
    ? new DataView(rdata.buffer, rdata.byteOffset, rdata.length).getUint32(at)
    : undefined
}

/** A query for a zone's SOA, or a NOTIFY (RFC 1996), which has the same question. */
export const soaQuestion = (id: number, kind: keyof typeof opcodes, zone: DnsName.DnsName): Uint8Array =>
  Message.encode({
    ...Message.query,
    id,
    opcode: opcodes[kind],
    // NOTIFY has the AA bit (RFC 1996, section 3.6).
    isAuthoritative: kind === "NOTIFY",
    questions: [{ name: zone, type: rrTypes.SOA, class: classIn }]
  })

/** The serial of a zone in an answer; undefined without its SOA. */
export const answeredSerial = (message: Message.Message, zone: DnsName.DnsName): number | undefined => {
  const soa = message.answers.find(({ name, type }) => type === rrTypes.SOA && DnsName.equals(name, zone))
  return soa === undefined ? undefined : serialOf(soa.rdata)
}

/** The serial that the client of an incremental transfer has (RFC 1995, section 3). */
export const askedSerial = (message: Message.Message): number | undefined => {
  const soa = message.authorities.find(({ type }) => type === rrTypes.SOA)
  return soa === undefined ? undefined : serialOf(soa.rdata)
}
