import { fields } from "./Field.ts"
import { ilnp64 } from "./field/HexGroups.ts"
import { uint16 } from "./field/Integer.ts"
import { recordData } from "./RecordData.ts"

export interface L64 {
  readonly preference: number
  readonly locator: Uint8Array
}

/** The subnetwork of an ILNP node in IPv6 (RFC 6742, section 2.3). */
export const l64 = recordData("L64", fields<L64>({ preference: uint16, locator: ilnp64 }))
