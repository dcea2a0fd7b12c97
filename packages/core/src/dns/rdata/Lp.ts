import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { uint16 } from "./field/Integer.ts"
import { nameFieldAsWritten } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Lp {
  readonly preference: number
  /** A name with L32 or L64 records. */
  readonly target: DnsName
}

/** The name of a subnetwork of an ILNP node (RFC 6742, section 2.4). */
export const lp = recordData("LP", fields<Lp>({ preference: uint16, target: nameFieldAsWritten }), {
  refused: ({ target }) => targetFlaws("target", target)
})
