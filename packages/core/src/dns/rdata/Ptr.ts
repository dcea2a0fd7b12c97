import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Ptr {
  readonly target: DnsName
}

/** The name that an address, or a service, points to (RFC 1035, section 3.3.12). */
export const ptr = recordData("PTR", fields<Ptr>({ target: nameField }), {
  refused: ({ target }) => targetFlaws("target", target)
})
