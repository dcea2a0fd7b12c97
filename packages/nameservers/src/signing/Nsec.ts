import { DnsName } from "@namewright/core/dns"
import { typeBitmap } from "@namewright/core/dns"

/** What types a name has, and which name of the zone comes next (RFC 4034, section 4). */
export interface Nsec {
  readonly next: DnsName.DnsName
  readonly types: Iterable<number>
}

/** The record's data on the wire; the name in lower case, since some validators compare it as octets. */
export const encodeNsec = ({ next, types }: Nsec): Uint8Array =>
  Buffer.concat([DnsName.encode(DnsName.lowerCase(next)), typeBitmap(types)])
