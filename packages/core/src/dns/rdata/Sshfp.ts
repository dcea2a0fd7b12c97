import { fields } from "./Field.ts"
import { uint8 } from "./field/Integer.ts"
import { hexOctets } from "./field/Octets.ts"
import { flaw } from "./RdataProblem.ts"
import { recordData } from "./RecordData.ts"

export interface Sshfp {
  readonly algorithm: number
  readonly fingerprint_type: number
  readonly fingerprint: Uint8Array
}

/** Octets of SHA-1 and SHA-256, by fingerprint type. */
const fingerprintOctets: Readonly<Record<number, number>> = { 1: 20, 2: 32 }

/** The fingerprint of a host's SSH key (RFC 4255; algorithms up to Ed448, RFC 8709). */
export const sshfp = recordData(
  "SSHFP",
  fields<Sshfp>({ algorithm: uint8, fingerprint_type: uint8, fingerprint: hexOctets }),
  {
    invalid: ({ fingerprint, fingerprint_type }) => {
      const octets = fingerprintOctets[fingerprint_type]
      return octets === undefined || octets === fingerprint.length
        ? []
        : [
          flaw(
            "sshfp_fingerprint_length",
            "fingerprint",
            `A fingerprint of type ${fingerprint_type} has ${octets} octets`
          )
        ]
    },
    refused: ({ algorithm, fingerprint_type }) => [
      ...(algorithm >= 1 && algorithm <= 6
        ? []
        : [flaw("unassigned_value", "algorithm", "The algorithm must be from 1 to 6")]),
      ...(fingerprint_type === 1 || fingerprint_type === 2
        ? []
        : [flaw("unassigned_value", "fingerprint_type", "The fingerprint type must be 1 or 2")])
    ]
  }
)
