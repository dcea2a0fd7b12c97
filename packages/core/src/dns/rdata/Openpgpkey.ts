import { fields } from "./Field.ts"
import { base64Octets } from "./field/Octets.ts"
import { recordData } from "./RecordData.ts"

export interface Openpgpkey {
  /** A transferable public key (RFC 9580, section 10.1). */
  readonly key: Uint8Array
}

/** The OpenPGP key of a mailbox (RFC 7929, section 2). */
export const openpgpkey = recordData("OPENPGPKEY", fields<Openpgpkey>({ key: base64Octets }))
