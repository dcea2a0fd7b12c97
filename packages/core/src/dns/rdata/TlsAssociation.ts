import { type Field, fields } from "./Field.ts"
import { uint8 } from "./field/Integer.ts"
import { hexOctets } from "./field/Octets.ts"
import { fieldText } from "./fieldText.ts"
import { flaw, type RdataProblem } from "./RdataProblem.ts"

/** Certificate association of a TLS server (TLSA) or a mailbox (SMIMEA). */
export interface TlsAssociation {
  readonly usage: number
  readonly selector: number
  readonly matching_type: number
  readonly data: Uint8Array
}

export const tlsAssociation: Field<TlsAssociation> = fields<TlsAssociation>({
  usage: uint8,
  selector: uint8,
  matching_type: uint8,
  data: hexOctets
})

/** The highest assigned values (RFC 6698, section 7); 255 is for private use in each. */
const assigned = { usage: 3, selector: 1, matching_type: 2 }

/** Octets of the digests SHA2-256 and SHA2-512, by matching type. */
const digestOctets: Readonly<Record<number, number>> = { 1: 32, 2: 64 }

/** Problems of unassigned values, and of digests with a wrong length. */
export const associationFlaws = (value: TlsAssociation): ReadonlyArray<RdataProblem> => {
  const unassigned = (["usage", "selector", "matching_type"] as const).flatMap((field) =>
    value[field] <= assigned[field] || value[field] === 255
      ? []
      : [flaw("unassigned_value", field, `The ${fieldText(field)} must be from 0 to ${assigned[field]}, or 255`)]
  )
  const octets = digestOctets[value.matching_type]
  return octets === undefined || octets === value.data.length
    ? unassigned
    : [
      ...unassigned,
      flaw("digest_length", "data", `Data of matching type ${value.matching_type} have ${octets} octets`)
    ]
}
