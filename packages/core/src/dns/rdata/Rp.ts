import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"

export interface Rp {
  /** Mail address with a dot instead of the `@`; the root for none. */
  readonly mailbox: DnsName
  /** Name of TXT records with further information; the root for none. */
  readonly text: DnsName
}

/** The person responsible for a name (RFC 1183, section 2.2). */
export const rp = recordData("RP", fields<Rp>({ mailbox: nameField, text: nameField }))
