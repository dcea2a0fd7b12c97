import { fields } from "./Field.ts"
import { base64Octets } from "./field/Octets.ts"
import { recordData } from "./RecordData.ts"

export interface Dhcid {
  /** Type of the identifier, type of the digest, digest (RFC 4701, section 3.3). */
  readonly digest: Uint8Array
}

/** The DHCP client that holds a name (RFC 4701). */
export const dhcid = recordData("DHCID", fields<Dhcid>({ digest: base64Octets }))
