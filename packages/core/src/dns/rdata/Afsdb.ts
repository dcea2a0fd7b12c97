import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { uint16 } from "./field/Integer.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Afsdb {
  /** 1 for an AFS volume location server, 2 for a DCE authentication server. */
  readonly subtype: number
  readonly hostname: DnsName
}

/** A server of an AFS cell (RFC 1183, section 1). */
export const afsdb = recordData("AFSDB", fields<Afsdb>({ subtype: uint16, hostname: nameField }), {
  refused: ({ hostname }) => targetFlaws("hostname", hostname)
})
