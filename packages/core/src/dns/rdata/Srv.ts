import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { uint16 } from "./field/Integer.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"
import { hostOrNoneFlaws } from "./TargetChecks.ts"

export interface Srv {
  readonly priority: number
  readonly weight: number
  readonly port: number
  /** The root if the service is not available. */
  readonly target: DnsName
}

/** A host and port of a service (RFC 2782). */
export const srv = recordData(
  "SRV",
  fields<Srv>({ priority: uint16, weight: uint16, port: uint16, target: nameField }),
  { refused: ({ target }) => hostOrNoneFlaws("target", target) }
)
