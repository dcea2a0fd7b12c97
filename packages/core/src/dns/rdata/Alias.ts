import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Alias {
  readonly target: DnsName
}

/** The name whose addresses are answered here when the zone is published. Stands in no RFC; like CNAME otherwise. */
export const alias = recordData("ALIAS", fields<Alias>({ target: nameField }), {
  refused: ({ target }) => targetFlaws("target", target)
})
