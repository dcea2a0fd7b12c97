import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Cname {
  readonly target: DnsName
}

/** The canonical name for an alias (RFC 1035, section 3.3.1). */
export const cname = recordData("CNAME", fields<Cname>({ target: nameField }), {
  refused: ({ target }) => targetFlaws("target", target)
})
