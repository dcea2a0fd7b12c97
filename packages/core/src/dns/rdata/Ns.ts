import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { hostFlaws } from "./TargetChecks.ts"

export interface Ns {
  readonly nameserver: DnsName
}

/** A nameserver of the zone, or of a delegation (RFC 1035, section 3.3.11). */
export const ns = recordData("NS", fields<Ns>({ nameserver: nameField }), {
  refused: ({ nameserver }) => hostFlaws("nameserver", nameserver)
})
