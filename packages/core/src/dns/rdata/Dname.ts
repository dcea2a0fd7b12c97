import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Dname {
  readonly target: DnsName
}

/** Redirection of all names below the owner (RFC 6672, section 2.1). */
export const dname = recordData("DNAME", fields<Dname>({ target: nameField }), {
  refused: ({ target }) => targetFlaws("target", target)
})
