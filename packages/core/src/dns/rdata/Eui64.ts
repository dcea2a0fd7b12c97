import { fields } from "./Field.ts"
import { eui64Address } from "./field/HexGroups.ts"
import { recordData } from "./RecordData.ts"

export interface Eui64 {
  readonly address: Uint8Array
}

/** A hardware address of 64 bits (RFC 7043, section 4). */
export const eui64 = recordData("EUI64", fields<Eui64>({ address: eui64Address }))
