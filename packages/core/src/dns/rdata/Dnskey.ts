import { algorithm } from "./Algorithm.ts"
import { fields } from "./Field.ts"
import { uint16, uint8 } from "./field/Integer.ts"
import { base64Octets } from "./field/Octets.ts"
import { flaw, type RdataProblem } from "./RdataProblem.ts"
import { recordData } from "./RecordData.ts"

export interface Dnskey {
  /** 256 for a zone key, 257 for a key that a DS may refer to. */
  readonly flags: number
  readonly protocol: number
  readonly algorithm: number
  readonly key: Uint8Array
}

/** Fields of DNSKEY and CDNSKEY. */
export const keyFields = fields<Dnskey>({
  flags: uint16,
  protocol: uint8,
  algorithm,
  key: base64Octets
})

/** The protocol must be 3 (RFC 4034, section 2.1.2). */
export const protocolFlaws = ({ protocol }: Dnskey): ReadonlyArray<RdataProblem> =>
  protocol === 3 ? [] : [flaw("dnskey_protocol", "protocol", "The protocol of a key must be 3")]

/** A public key of the zone (RFC 4034, section 2). */
export const dnskey = recordData("DNSKEY", keyFields, { refused: protocolFlaws })
