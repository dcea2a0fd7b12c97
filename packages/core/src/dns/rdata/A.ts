import { fields } from "./Field.ts"
import { ipv4Address } from "./field/Address.ts"
import { recordData } from "./RecordData.ts"

export interface A {
  /** In dotted decimals. */
  readonly address: string
}

/** The IPv4 address of a host (RFC 1035, section 3.4.1). */
export const a = recordData("A", fields<A>({ address: ipv4Address }))
