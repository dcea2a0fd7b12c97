import { fields } from "./Field.ts"
import { ipv6Address } from "./field/Address.ts"
import { recordData } from "./RecordData.ts"

export interface Aaaa {
  /** In the form of RFC 5952. */
  readonly address: string
}

/** The IPv6 address of a host (RFC 3596, section 2). */
export const aaaa = recordData("AAAA", fields<Aaaa>({ address: ipv6Address }))
