import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { uint16 } from "./field/Integer.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { hostOrNoneFlaws } from "./TargetChecks.ts"

export interface Mx {
  readonly preference: number
  /** The root if the domain does not accept mail (RFC 7505). */
  readonly exchange: DnsName
}

/** Host that accepts mail for the domain (RFC 1035, section 3.3.9). */
export const mx = recordData("MX", fields<Mx>({ preference: uint16, exchange: nameField }), {
  refused: ({ exchange }) => hostOrNoneFlaws("exchange", exchange)
})
