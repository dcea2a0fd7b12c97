import type { PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"

/** Key material in a request (RFC 5910, sections 4.1 and 4.2). */
export type RequestedDnssec =
  | {
    readonly record_type: "ds_data"
    readonly algorithm: number
    readonly digest_type: number
    readonly digest: string
  }
  | { readonly record_type: "key_data"; readonly algorithm: number; readonly public_key: string }

/** Algorithms that may sign a zone (IANA, "Domain Name System Security (DNSSEC) Algorithm Numbers"). */
const algorithms: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 17, 23])

/** Hexadecimal digits of a digest by its type (IANA, "DNSSEC Delegation Signer (DS) Resource Record Digest Algorithms"). */
const digestLength: Readonly<Record<number, number>> = { 1: 40, 2: 64, 3: 64, 4: 96, 5: 64, 6: 64 }

const recordTypeOf = { DS: "ds_data", DNSKEY: "key_data" } as const

/** Problems of key material. An empty list removes all. A TLD without DNSSEC accepts none. */
export const dnssecIssues = (
  { dns_configuration }: TldSpec,
  entries: ReadonlyArray<RequestedDnssec>
): ReadonlyArray<PolicyIssue> => {
  const { dnssec_allowed, dnssec_mandatory, dnssec_mode } = dns_configuration
  if (!dnssec_allowed) {
    return entries.length === 0 ? [] : [{ pointer: "dnssec", detail: "Names of this TLD cannot be signed" }]
  }
  if (entries.length === 0) {
    return dnssec_mandatory === true ? [{ pointer: "dnssec", detail: "Names of this TLD must be signed" }] : []
  }
  const wanted = dnssec_mode === null ? entries[0]?.record_type : recordTypeOf[dnssec_mode]
  return entries.flatMap((entry, index) => [
    ...(entry.record_type === wanted ? [] : [{
      pointer: `dnssec[${index}].record_type`,
      detail: dnssec_mode === null ? "One delegation has one kind of data" : `The registry takes ${wanted} alone`
    }]),
    ...entryIssues(dns_configuration.dnssec_submit_digest_types, entry, `dnssec[${index}]`)
  ])
}

const entryIssues = (
  digestTypes: ReadonlyArray<number> | null,
  entry: RequestedDnssec,
  pointer: string
): ReadonlyArray<PolicyIssue> => {
  const algorithm = algorithms.has(entry.algorithm)
    ? []
    : [{ pointer: `${pointer}.algorithm`, detail: `${entry.algorithm} is not a zone signing algorithm` }]
  if (entry.record_type === "key_data") return algorithm
  const isTaken = digestTypes === null || digestTypes.includes(entry.digest_type)
  const length = digestLength[entry.digest_type]
  return [
    ...algorithm,
    ...(isTaken && length !== undefined
      ? []
      : [{ pointer: `${pointer}.digest_type`, detail: `Digests of type ${entry.digest_type} are not supported` }]),
    ...(length === undefined || (entry.digest.length === length && /^[0-9a-f]*$/i.test(entry.digest))
      ? []
      : [{ pointer: `${pointer}.digest`, detail: `A digest of this type has ${length} hexadecimal digits` }])
  ]
}
