import { fields } from "./Field.ts"
import { stringToEnd } from "./field/CharacterString.ts"
import { uint16 } from "./field/Integer.ts"
import { flaw } from "./RdataProblem.ts"
import { recordData } from "./RecordData.ts"

export interface Uri {
  readonly priority: number
  readonly weight: number
  readonly target: Uint8Array
}

/** The URI of a service (RFC 7553, section 4). */
export const uri = recordData("URI", fields<Uri>({ priority: uint16, weight: uint16, target: stringToEnd }), {
  refused: ({ target }) => target.length > 0 ? [] : [flaw("uri_empty", "target", "The target must be a URI")]
})
