import type { DnssecData } from "@namewright/core/registry"
import type { SecDnsData } from "../message/CommandExtension.ts"
import { withoutSpace } from "../xml/whiteSpace.ts"

/**
 * Records in the form of EPP; undefined for none. Only one form is allowed: digests take precedence over keys (RFC
 * 5910, section 4).
 */
export const secDnsData = (records: ReadonlyArray<DnssecData>): SecDnsData | undefined => {
  if (records.length === 0) return undefined
  const digests = records.flatMap((record) => record.record_type === "ds_data" ? [record] : [])
  if (digests.length > 0) {
    return {
      form: "ds",
      records: digests.map(({ algorithm, digest, digest_type, key_tag }) => ({
        keyTag: key_tag,
        algorithm,
        digestType: digest_type,
        digest: digest.toUpperCase()
      }))
    }
  }
  const keys = records.flatMap((record) => record.record_type === "key_data" ? [record] : [])
  return {
    form: "key",
    records: keys.map(({ algorithm, flags, protocol, public_key }) => ({
      flags,
      protocol,
      algorithm,
      publicKey: public_key
    }))
  }
}

/** The records of a message in the platform's form; keys inside of digests are omitted. */
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
      public_key: withoutSpace(publicKey)
    }))
}
