import { fields } from "./Field.ts"
import { ipv4Address } from "./field/Address.ts"
import { uint16 } from "./field/Integer.ts"
import { recordData } from "./RecordData.ts"

export interface L32 {
  readonly preference: number
  /** In dotted decimals. */
  readonly locator: string
}

/** The subnetwork of an ILNP node in IPv4 (RFC 6742, section 2.2). */
export const l32 = recordData("L32", fields<L32>({ preference: uint16, locator: ipv4Address }))
