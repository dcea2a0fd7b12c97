import type { Dnskey } from "../rdata/Dnskey.ts"
import * as Rdata from "../rdata/Rdata.ts"

/** Key tag, by which DS and RRSIG records refer to a key (RFC 4034, appendix B); not for RSAMD5. */
export const keyTag = (key: Dnskey): number => {
  const sum = Rdata.encode("DNSKEY", key).reduce(
    (total, octet, index) => total + (index % 2 === 0 ? octet * 256 : octet),
    0
  )
  return (sum + Math.floor(sum / 0x10000)) & 0xffff
}
