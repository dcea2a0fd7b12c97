import { OrganizationId } from "@namewright/core/shared"
import { TagId } from "@namewright/core/tags"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { administrator } from "../harness/administrator.ts"

const digits = (number: number): string => String(number).padStart(26, "0")

const organization = (number: number) => OrganizationId.make(`organization_${digits(number)}`)

/** Organization with the 100,000 zones. */
const owner = organization(1)
/** Organization with the small and the large zone, which are therefore in no list. */
const otherOwner = organization(2)

/** Tag of one zone in a hundred. */
export const tag = TagId.make(`tag_${digits(1)}`)

export const caller = administrator(owner)
export const otherCaller = administrator(otherOwner)

/** Zones of a run: many with ten RRsets, then a small and a large one. */
export interface Hosting {
  readonly zones: number
  readonly smallZoneRrsets: number
  readonly largeZoneRrsets: number
}

export const nameOf = (number: number): string => `name${number}.example.`
export const smallZone = ({ zones }: Hosting): string => nameOf(zones + 1)
export const largeZone = ({ zones }: Hosting): string => nameOf(zones + 2)

/** RRsets of most zones. */
const usual: ReadonlyArray<readonly [sortKey: string, type: string, records: string]> = [
  ["", "A", "[\"192.0.2.1\",\"192.0.2.2\"]"],
  ["", "AAAA", "[\"2001:db8::1\"]"],
  ["", "CAA", "[\"0 issue \\\"ca.example.net\\\"\"]"],
  ["", "MX", "[\"10 mx1.example.net.\",\"20 mx2.example.net.\"]"],
  ["", "TXT", "[\"\\\"v=spf1 include:example.net -all\\\"\"]"],
  ["_dmarc", "TXT", "[\"\\\"v=DMARC1; p=reject\\\"\"]"],
  ["_domainkey default", "CNAME", "[\"default.dkim.example.net.\"]"],
  ["api", "A", "[\"192.0.2.3\"]"],
  ["ftp", "A", "[\"192.0.2.4\"]"],
  ["www", "CNAME", "[\"host.example.net.\"]"]
]

/**
 * Collects statistics and writes a checkpoint, as in a database that was filled long ago. Without the right to request a
 * checkpoint from PostgreSQL, its own checkpoint may run during the measurement.
 */
const settle = Effect.fnUntraced(function*(isPostgres: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* isPostgres ? sql`VACUUM ANALYZE` : sql`ANALYZE`
  yield* isPostgres ? Effect.ignore(sql`CHECKPOINT`) : sql`PRAGMA wal_checkpoint(TRUNCATE)`
})

/** Inserts in bulk the rows that the store would write. */
export const fill = Effect.fnUntraced(function*(hosting: Hosting) {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const series = (last: number) =>
    isPostgres
      ? sql`generate_series(1, ${sql.literal(String(last))}) AS series (n)`
      : sql`(WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${
        sql.literal(String(last))
      }) SELECT n FROM series) AS series`
  const padded = (number: string) => isPostgres ? `lpad((${number})::text, 26, '0')` : `printf('%026d', ${number})`
  const zone = sql.literal(`'zone_' || ${padded("n")}`)
  const hour = isPostgres
    ? sql`timestamptz '2015-01-01' + n * interval '1 hour'`
    : sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', '2015-01-01', '+' || n || ' hours')`
  const all = hosting.zones + 2
  const owned = sql`CASE WHEN n <= ${sql.literal(String(hosting.zones))} THEN ${owner} ELSE ${otherOwner} END`
  const apex = "{\"serial\":2026010100,\"nameservers\":[],\"rname\":\".\",\"dnssec_status\":\"disabled\"}"

  yield* sql`INSERT INTO dns_zones (dns_zone_id, organization_id, name, sort_key, suffix, dnssec_status, is_served, created_on)
    SELECT ${zone}, ${owned}, 'name' || n || '.example.', 'example name' || n,
      CASE WHEN n % 500 = 0 THEN 'se' WHEN n % 2 = 0 THEN 'com' ELSE 'de' END,
      CASE WHEN n % 20 = 0 THEN 'enabled' ELSE 'disabled' END, TRUE, ${hour} FROM ${series(all)}`
  yield* sql`INSERT INTO dns_zone_states (dns_zone_id, organization_id, name, suffix, serial, nameservers, rname,
      dnssec_status, rrset_count, record_count, ownership, was_held, is_served, created_on, updated_on)
    SELECT dns_zone_id, organization_id, name, suffix, 2026010100, '["ns1.example.net.","ns2.example.net."]',
      'hostmaster.example.net.', dnssec_status, 10, 12, 'unproven', FALSE, TRUE, created_on, created_on FROM dns_zones`
  if (!isPostgres) yield* sql`INSERT INTO dns_zone_search (rowid, name) SELECT search_row, name FROM dns_zones`
  yield* sql`INSERT INTO dns_zone_counts SELECT organization_id, suffix, dnssec_status, 0, count(*)
    FROM dns_zone_states GROUP BY organization_id, suffix, dnssec_status`
  yield* sql`INSERT INTO dns_zone_changes SELECT ${zone}, 2026010100, 'seed', 'create', NULL, ${hour}, 0,
    ${`{"before":null,"after":${apex},"rrsets":[]}`} FROM ${series(all)}`
  yield* sql`INSERT INTO dns_zone_tags SELECT ${owner}, ${tag}, ${zone} FROM ${series(hosting.zones)} WHERE n % 97 = 0`
  for (const [sortKey, type, records] of usual) {
    yield* sql`INSERT INTO dns_rrsets SELECT ${zone}, ${sortKey}, ${type}, 3600, ${records}, NULL
      FROM ${series(hosting.zones)}`
  }
  const hosts = (number: number, rrsets: number) =>
    sql`INSERT INTO dns_rrsets SELECT ${`zone_${digits(number)}`}, 'host' || n, 'A', 3600, '["192.0.2.1"]', NULL
      FROM ${series(rrsets)}`
  yield* hosts(hosting.zones + 1, hosting.smallZoneRrsets)
  yield* hosts(hosting.zones + 2, hosting.largeZoneRrsets)
  yield* settle(isPostgres)
})
