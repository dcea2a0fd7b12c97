import { DnsName, newZoneId, type PublishedRrset, type PublishedZone, type RecordType } from "@namewright/core/dns"
import { Effect } from "effect"

const nameOf = (text: string): DnsName.DnsName => DnsName.DnsName.make(`${text}.`)

/** Records of a small company: addresses, mail, aliases, a wildcard, a delegation. */
const content = (
  index: number
): ReadonlyArray<readonly [owner: string, type: RecordType, ...records: Array<string>]> => [
  ["", "SOA", "ns1.host.test. hostmaster.host.test. 2026112201 10800 3600 604800 300"],
  ["", "NS", "ns1.host.test.", "ns2.host.test."],
  ["", "A", `192.0.2.${index % 256}`],
  ["", "MX", `10 mail.${zoneName(index)}.`, "20 mx.host.test."],
  ["", "TXT", "\"v=spf1 mx -all\""],
  ["www", "A", `192.0.2.${index % 256}`],
  ["www", "AAAA", `2001:db8::${(index % 65_536).toString(16)}`],
  ["mail", "A", "198.51.100.25"],
  ["ftp", "CNAME", `www.${zoneName(index)}.`],
  ["*.apps", "A", "203.0.113.80"],
  ["branch", "NS", `ns.branch.${zoneName(index)}.`],
  ["ns.branch", "A", "203.0.113.53"]
]

const zoneName = (index: number): string => `z${index}.test`

/** Zones of the benchmark, equal in every process. */
export const exampleZones = (count: number): Effect.Effect<ReadonlyArray<PublishedZone>> =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    (index) =>
      Effect.map(newZoneId, (dns_zone_id) => ({
        dns_zone_id,
        name: nameOf(zoneName(index)),
        serial: 2026112201,
        signing: null,
        rrsets: content(index).map(([owner, type, ...records]): PublishedRrset => ({
          name: nameOf(owner === "" ? zoneName(index) : `${owner}.${zoneName(index)}`),
          type,
          ttl: 3600,
          records
        }))
      }))
  )

/** Lines of a zone file. */
export const fileLines = ({ rrsets }: PublishedZone): ReadonlyArray<string> =>
  rrsets.flatMap(({ name, records, ttl, type }) => records.map((record) => `${name} ${ttl} IN ${type} ${record}`))

/** Queries of each zone in turn: mostly existing names, some missing ones. */
const queries = [
  "www. A",
  "www. AAAA",
  ". A",
  ". MX",
  "www. A",
  "mail. A",
  ". TXT",
  "ftp. A",
  "www. AAAA",
  "x.apps. A",
  "nobody. A",
  "host.branch. A",
  "www. MX",
  ". NS",
  ". SOA",
  "www. A"
]

/** Lines of the load generator's file, with zones in pseudo-random order. */
export const queryLines = (zones: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => {
    const [owner = ".", type = "A"] = (queries[index % queries.length] ?? ". A").split(" ")
    const zone = zoneName(Math.imul(index, 0x9e37_79b1) >>> 8).replace(
      /\d+/,
      (digits) => String(Number(digits) % zones)
    )
    return `${owner === "." ? "" : owner}${zone} ${type}`
  })
