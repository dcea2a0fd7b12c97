import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Alias {
  readonly target: DnsName
}

/**
 * Name whose addresses are served instead when the zone is published. Not specified in an RFC; otherwise like CNAME.
 */
export const alias = recordData("ALIAS", fields<Alias>({ target: nameField }), {
  refused: ({ target }) => targetFlaws("target", target)
})
