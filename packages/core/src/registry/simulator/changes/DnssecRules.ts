import type { DnssecData } from "../../RegistryDomain.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { malformed, outOfRange, policy, unsupported } from "../objects/Refusal.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"

/** Maximum number of DNSSEC records of a domain. */
const maximumRecords = 8

/** Algorithms that may sign a zone. Source: REST specification, "DNSSEC". */
const algorithms = new Set([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 17, 23])

/** Hexadecimal digits of a digest, by digest type (IANA, "Delegation Signer Digest Algorithms"). */
const digestLengths: Readonly<Record<number, number>> = { 1: 40, 2: 64, 3: 64, 4: 96, 5: 64, 6: 64 }

/** Problem of the complete set of records of a domain; undefined if the registry accepts it. */
export const dnssecProblem = (set: ReadonlyArray<DnssecData>, tld: SimulatedTld): RegistryRefusal | undefined => {
  if (set.length === 0) return undefined
  if (tld.dnssec === null) return unsupported(`Names under .${tld.suffix} are not signed`)
  if (set.length > maximumRecords) return policy(`At most ${maximumRecords} DNSSEC records`)
  const form = tld.dnssec === "any" ? set[0]?.record_type : tld.dnssec
  for (const data of set) {
    if (data.record_type !== form) return policy(`DNSSEC data of a name is ${form} here`)
    const problem = recordProblem(data, tld)
    if (problem !== undefined) return problem
  }
  return undefined
}

const recordProblem = (data: DnssecData, tld: SimulatedTld): RegistryRefusal | undefined => {
  if (!algorithms.has(data.algorithm)) return outOfRange(`Algorithm ${data.algorithm} is not in use`)
  if (data.record_type === "key_data") {
    if (data.flags !== 256 && data.flags !== 257) return outOfRange("Flags are 256 or 257")
    if (data.protocol !== 3) return outOfRange("The protocol is 3")
    return isBase64(data.public_key) ? undefined : malformed("The public key is not Base64")
  }
  if (data.key_tag < 0 || data.key_tag > 65_535) return outOfRange("A key tag is 0 to 65535")
  const length = digestLengths[data.digest_type]
  if (length === undefined) return outOfRange(`Digest type ${data.digest_type} is not in use`)
  if (data.digest.length !== length || !/^[0-9A-Fa-f]+$/.test(data.digest)) {
    return malformed(`A digest of type ${data.digest_type} has ${length} hexadecimal digits`)
  }
  return tld.digest_types !== null && !tld.digest_types.includes(data.digest_type)
    ? policy(`The registry takes no digests of type ${data.digest_type}`)
    : undefined
}

const isBase64 = (text: string): boolean =>
  text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** True if two records are equal; digests are compared case-insensitively. */
export const sameDnssec = (a: DnssecData, b: DnssecData): boolean => dnssecKey(a) === dnssecKey(b)

const dnssecKey = (data: DnssecData): string =>
  data.record_type === "ds_data"
    ? ["ds", data.key_tag, data.algorithm, data.digest_type, data.digest.toUpperCase()].join(" ")
    : ["key", data.flags, data.protocol, data.algorithm, data.public_key].join(" ")
