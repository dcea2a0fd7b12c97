import type { DnssecData, RegistryRefusal } from "@namewright/core/registry"
import { Result } from "effect"
import type { EppDsData, EppKeyData, SecDnsData } from "../message/CommandExtension.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import { malformed, policy, unsupported } from "./Refusals.ts"

/** Records of one form as they are sent; undefined for none (RFC 5910, section 4). */
export const secDnsData = (
  records: ReadonlyArray<DnssecData>,
  form: RegistryProfile["dnssec"]
): Result.Result<SecDnsData | undefined, RegistryRefusal> => {
  if (records.length === 0) return Result.succeed(undefined)
  if (form === "none") return Result.fail(unsupported("Names are not signed at this registry"))
  const problem = records.map(formProblem).find((found) => found !== undefined)
  if (problem !== undefined) return Result.fail(malformed(problem))
  const digests = records.flatMap((record) => record.record_type === "ds_data" ? [dsOf(record)] : [])
  const keys = records.flatMap((record) => record.record_type === "key_data" ? [keyOf(record)] : [])
  if (digests.length > 0 && keys.length > 0) {
    return Result.fail(policy("Digests and keys do not go together in one command"))
  }
  const allowed = form === "any" || form === (keys.length > 0 ? "key" : "ds")
  if (!allowed) return Result.fail(policy(`The registry takes ${form === "ds" ? "digests" : "keys"} only`))
  return Result.succeed(keys.length > 0 ? { form: "key", records: keys } : { form: "ds", records: digests })
}

/** The records as the registry has them. */
export const dnssecOf = (data: SecDnsData | undefined): ReadonlyArray<DnssecData> => {
  if (data === undefined) return []
  return data.form === "ds"
    ? data.records.map(({ algorithm, digest, digestType, keyTag }) => ({
      record_type: "ds_data",
      key_tag: keyTag,
      algorithm,
      digest_type: digestType,
      digest: digest.toUpperCase()
    }))
    : data.records.map(({ algorithm, flags, protocol, publicKey }) => ({
      record_type: "key_data",
      flags,
      protocol,
      algorithm,
      public_key: publicKey.replaceAll(/\s/g, "")
    }))
}

const dsOf = (data: DnssecData & { readonly record_type: "ds_data" }): EppDsData => ({
  keyTag: data.key_tag,
  algorithm: data.algorithm,
  digestType: data.digest_type,
  digest: data.digest.toUpperCase()
})

const keyOf = (data: DnssecData & { readonly record_type: "key_data" }): EppKeyData => ({
  flags: data.flags,
  protocol: data.protocol,
  algorithm: data.algorithm,
  publicKey: data.public_key
})

const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most

/** What the schema cannot carry (RFC 5910, section 8); whether the values make sense is for the registry to say. */
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
