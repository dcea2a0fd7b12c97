import { type DnsName, root } from "./DnsName.ts"
import type { Rrset } from "./Rrset.ts"
import type { ZoneApex } from "./ZoneChange.ts"

/** Refresh, retry, expire and minimum of every SOA, in seconds (RFC 1035, section 3.3.13). */
const timers = "10800 3600 604800 300"

/** TTL of SOA and apex NS in seconds. Source: REST specification, "DNS". */
export const apexTtl = 3600

/** TTL of records that are derived from keys, in seconds. Source: as above. */
export const keyTtl = 300

/** SOA in presentation text. */
const soaText = (
  { nameservers: [primary = root], rname, serial }: Pick<ZoneApex, "nameservers" | "rname" | "serial">
) => `${primary} ${rname} ${serial} ${timers}`

/** SOA and apex NS, derived from the zone. Source: REST specification, "DNS". */
export const apexRrsets = (
  name: DnsName,
  apex: Pick<ZoneApex, "nameservers" | "rname" | "serial">
): readonly [soa: Rrset, ns: Rrset] => [
  { name, type: "SOA", ttl: apexTtl, records: [soaText(apex)], protected_reason: "SYSTEM_MANAGED_SOA" },
  { name, type: "NS", ttl: apexTtl, records: apex.nameservers, protected_reason: "SYSTEM_MANAGED_NS" }
]
