import { algorithm } from "./Algorithm.ts"
import { fields } from "./Field.ts"
import { uint16, uint16Named } from "./field/Integer.ts"
import { base64Octets } from "./field/Octets.ts"
import { recordData } from "./RecordData.ts"

export interface Cert {
  readonly type: number
  readonly key_tag: number
  readonly algorithm: number
  readonly certificate: Uint8Array
}

const typeNames = {
  PKIX: 1,
  SPKI: 2,
  PGP: 3,
  IPKIX: 4,
  ISPKI: 5,
  IPGP: 6,
  ACPKIX: 7,
  IACPKIX: 8,
  URI: 253,
  OID: 254
}

/** A certificate or its location (RFC 4398, section 2). */
export const cert = recordData(
  "CERT",
  fields<Cert>({
    type: uint16Named(typeNames),
    key_tag: uint16,
    algorithm,
    certificate: base64Octets
  })
)
