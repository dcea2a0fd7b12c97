import { fields } from "./Field.ts"
import { eui48Address } from "./field/HexGroups.ts"
import { recordData } from "./RecordData.ts"

export interface Eui48 {
  readonly address: Uint8Array
}

/** A hardware address of 48 bits (RFC 7043, section 3). */
export const eui48 = recordData("EUI48", fields<Eui48>({ address: eui48Address }))
