import { type DnsName, root } from "./DnsName.ts"
import type { Rrset } from "./Rrset.ts"
import type { ZoneApex } from "./ZoneChange.ts"

/** Refresh, retry, expire and minimum of every SOA, in seconds (RFC 1035, section 3.3.13). */
const timers = "10800 3600 604800 300"

/** Seconds. */
const ttl = 3600

/** The SOA as presentation text. */
const soaText = (
  { nameservers: [primary = root], rname, serial }: Pick<ZoneApex, "nameservers" | "rname" | "serial">
) => `${primary} ${rname} ${serial} ${timers}`

/** SOA and apex NS, which follow from the zone itself. Source: REST specification, "DNS". */
export const apexRrsets = (
  name: DnsName,
  apex: Pick<ZoneApex, "nameservers" | "rname" | "serial">
): readonly [soa: Rrset, ns: Rrset] => [
  { name, type: "SOA", ttl, records: [soaText(apex)], protected_reason: "SYSTEM_MANAGED_SOA" },
  { name, type: "NS", ttl, records: apex.nameservers, protected_reason: "SYSTEM_MANAGED_NS" }
]
