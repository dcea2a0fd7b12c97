import type { DnssecData, RegistryRefusal } from "@namewright/core/registry"
import { Result } from "effect"
import type { SecDnsData } from "../message/CommandExtension.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import { secDnsData } from "../records/dnssecRecords.ts"
import { malformed, policy, unsupported } from "./Refusals.ts"

/** Records in the form of the registry, or the refusal; undefined without records (RFC 5910, section 4). */
export const checkedSecDns = (
  records: ReadonlyArray<DnssecData>,
  form: RegistryProfile["dnssec"]
): Result.Result<SecDnsData | undefined, RegistryRefusal> => {
  if (records.length === 0) return Result.succeed(undefined)
  if (form === "none") return Result.fail(unsupported("Names are not signed at this registry"))
  const problem = records.map(formProblem).find((found) => found !== undefined)
  if (problem !== undefined) return Result.fail(malformed(problem))
  const [first] = records
  if (records.some(({ record_type }) => record_type !== first?.record_type)) {
    return Result.fail(policy("Digests and keys do not go together in one command"))
  }
  const data = secDnsData(records)
  return form === "any" || form === data?.form
    ? Result.succeed(data)
    : Result.fail(policy(`The registry takes ${form === "ds" ? "digests" : "keys"} only`))
}

const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most

/** Values that the schema does not allow (RFC 5910, section 8). The registry checks everything else. */
const formProblem = (data: DnssecData): string | undefined => {
  if (!isWithin(data.algorithm, 255)) return "An algorithm is 0 to 255"
  if (data.record_type === "key_data") {
    if (!isWithin(data.flags, 65_535)) return "Flags are 0 to 65535"
    if (!isWithin(data.protocol, 255)) return "A protocol is 0 to 255"
    return /^[A-Za-z0-9+/]+={0,2}$/.test(data.public_key) && data.public_key.length % 4 === 0
      ? undefined
      : "The public key is not Base64"
  }
  if (!isWithin(data.key_tag, 65_535)) return "A key tag is 0 to 65535"
  if (!isWithin(data.digest_type, 255)) return "A digest type is 0 to 255"
  return /^(?:[0-9A-Fa-f]{2})+$/.test(data.digest) ? undefined : "A digest has hexadecimal digits"
}
