import type { AliasAddresses } from "../alias/AliasResolver.ts"
import { apexRrsets, keyTtl } from "../ApexRrsets.ts"
import type { DnsName } from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { Rrset } from "../Rrset.ts"
import type { Zone } from "../Zone.ts"
import type { PublishedRrset } from "./PublishedZone.ts"
import type { ZoneKeys } from "./ZoneKeyring.ts"

/** An RRset without its platform-internal members. */
export const publishedOf = ({ name, records, ttl, type }: Rrset): PublishedRrset => ({ name, type, ttl, records })

const keyRrsets = (name: DnsName, { cdnskey, cds, dnskey }: ZoneKeys): ReadonlyArray<PublishedRrset> =>
  [
    { type: "DNSKEY" as const, records: dnskey },
    { type: "CDS" as const, records: cds },
    { type: "CDNSKEY" as const, records: cdnskey }
  ].filter(({ records }) => records.length > 0).map(({ records, type }) => ({
    name,
    type,
    ttl: keyTtl,
    records
  }))

/** Address RRsets of an ALIAS, with the lesser TTL. */
const flattened = (
  { name, ttl }: Rrset,
  addresses: AliasAddresses | undefined
): ReadonlyArray<PublishedRrset> => {
  if (addresses === undefined) return []
  const rrset = (type: DnsRrsetType, records: ReadonlyArray<string>) =>
    records.length === 0 ? [] : [{ name, type, ttl: Math.min(ttl, addresses.ttl), records }]
  return [...rrset("A", addresses.ipv4), ...rrset("AAAA", addresses.ipv6)]
}

/** All served RRsets of a zone, the SOA first. */
export const assembleZone = (
  zone: Zone,
  rrsets: ReadonlyArray<Rrset>,
  keys: ZoneKeys | undefined,
  aliases: ReadonlyMap<DnsName, AliasAddresses>
): ReadonlyArray<PublishedRrset> => [
  ...apexRrsets(zone.name, zone).map(publishedOf),
  ...(keys === undefined ? [] : keyRrsets(zone.name, keys)),
  ...rrsets.flatMap((rrset) =>
    rrset.type === "ALIAS"
      ? flattened(rrset, aliases.get(rrset.name))
      : [publishedOf(rrset)]
  )
]
