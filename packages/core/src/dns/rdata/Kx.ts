import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { uint16 } from "./field/Integer.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Kx {
  readonly preference: number
  readonly exchanger: DnsName
}

/** Host that exchanges keys for the owner (RFC 2230, section 3). */
export const kx = recordData("KX", fields<Kx>({ preference: uint16, exchanger: nameField }), {
  refused: ({ exchanger }) => targetFlaws("exchanger", exchanger)
})
