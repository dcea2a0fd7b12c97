import type { DelegatedKey } from "../../dns/index.ts"
import { keyParameters } from "../../dns/index.ts"
import type { DnssecData } from "../../registry/index.ts"
import type { TldSpec } from "../../tlds/index.ts"

type Dns = Pick<TldSpec["dns_configuration"], "dnssec_mode" | "dnssec_submit_digest_types">

const digestOf = ({ digest_sha256, digest_sha384 }: DelegatedKey, type: 2 | 4): string =>
  type === 2 ? digest_sha256 : digest_sha384

/** Digest type for a registry: its first one that the platform's zones have. Undefined if there is none. */
const submittedDigestType = ({ dnssec_submit_digest_types }: Dns): 2 | 4 | undefined =>
  (dnssec_submit_digest_types ?? [2]).find((type): type is 2 | 4 => type === 2 || type === 4)

/** True if the registry accepts a form of the keys that the platform's zones have. */
export const takesOurKeys = (dns: Dns): boolean =>
  dns.dnssec_mode === "DNSKEY" || submittedDigestType(dns) !== undefined

/** Entries for the registry of a TLD; empty if it accepts none of the forms. */
export const submission = (dns: Dns, keys: ReadonlyArray<DelegatedKey>): ReadonlyArray<DnssecData> => {
  const { algorithm, flags, protocol } = keyParameters
  if (dns.dnssec_mode === "DNSKEY") {
    return keys.map(({ public_key }) => ({ record_type: "key_data", flags, protocol, algorithm, public_key }))
  }
  const digest_type = submittedDigestType(dns)
  return digest_type === undefined ? [] : keys.map((key) => ({
    record_type: "ds_data",
    key_tag: key.key_tag,
    algorithm,
    digest_type,
    digest: digestOf(key, digest_type)
  }))
}

/** True if an entry at a registry, in either form, is one of these keys. */
export const isAmong = (keys: ReadonlyArray<DelegatedKey>, entry: DnssecData): boolean =>
  keys.some((key) =>
    entry.record_type === "key_data"
      ? entry.public_key === key.public_key
      : entry.key_tag === key.key_tag &&
        [key.digest_sha256, key.digest_sha384].includes(entry.digest.toUpperCase())
  )
