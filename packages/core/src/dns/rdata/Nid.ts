import { fields } from "./Field.ts"
import { ilnp64 } from "./field/HexGroups.ts"
import { uint16 } from "./field/Integer.ts"
import { recordData } from "./RecordData.ts"

export interface Nid {
  readonly preference: number
  readonly node_id: Uint8Array
}

/** The identifier of an ILNP node (RFC 6742, section 2.1). */
export const nid = recordData("NID", fields<Nid>({ preference: uint16, node_id: ilnp64 }))
