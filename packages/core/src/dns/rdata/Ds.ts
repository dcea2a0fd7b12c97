import { algorithm, dsDigestOctets } from "./Algorithm.ts"
import { fields } from "./Field.ts"
import { uint16, uint8Named } from "./field/Integer.ts"
import { hexOctets } from "./field/Octets.ts"
import { flaw, type RdataProblem } from "./RdataProblem.ts"
import { recordData } from "./RecordData.ts"

export interface Ds {
  readonly key_tag: number
  readonly algorithm: number
  readonly digest_type: number
  readonly digest: Uint8Array
}

const digestNames = { "SHA-1": 1, SHA1: 1, "SHA-256": 2, SHA256: 2, GOST: 3, "SHA-384": 4, SHA384: 4 }

/** Fields of DS and CDS. */
export const digestFields = fields<Ds>({
  key_tag: uint16,
  algorithm,
  digest_type: uint8Named(digestNames),
  digest: hexOctets
})

export const digestFlaws = ({ digest, digest_type }: Ds): ReadonlyArray<RdataProblem> => {
  const octets = dsDigestOctets[digest_type]
  return octets === undefined || octets === digest.length
    ? []
    : [flaw("ds_digest_length", "digest", `A digest of type ${digest_type} has ${octets} octets`)]
}

/** Digest of a key of the child zone (RFC 4034, section 5). */
export const ds = recordData("DS", digestFields, { invalid: digestFlaws })
