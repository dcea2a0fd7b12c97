import { DnsName } from "@namewright/core/dns"

/** Data of an RRSIG record (RFC 4034, section 3). */
export interface Rrsig {
  readonly type_covered: number
  readonly algorithm: number
  /** Labels of the owner without the root and a leading `*`; fewer than in an answer from a wildcard. */
  readonly labels: number
  /** Seconds. */
  readonly original_ttl: number
  /** Seconds since 1970 in 32 bits, as the inception. */
  readonly expiration: number
  readonly inception: number
  readonly key_tag: number
  /** The zone, in lower case. */
  readonly signer: DnsName.DnsName
  /** Empty in the octets that are signed. */
  readonly signature: Uint8Array
}

const fixedOctets = 18

/** The data on the wire. */
export const encodeRrsig = (rrsig: Rrsig): Uint8Array => {
  const signer = DnsName.encode(rrsig.signer)
  const octets = new Uint8Array(fixedOctets + signer.length + rrsig.signature.length)
  const view = new DataView(octets.buffer)
  view.setUint16(0, rrsig.type_covered)
  view.setUint8(2, rrsig.algorithm)
  view.setUint8(3, rrsig.labels)
  view.setUint32(4, rrsig.original_ttl)
  view.setUint32(8, rrsig.expiration)
  view.setUint32(12, rrsig.inception)
  view.setUint16(16, rrsig.key_tag)
  octets.set(signer, fixedOctets)
  octets.set(rrsig.signature, fixedOctets + signer.length)
  return octets
}
