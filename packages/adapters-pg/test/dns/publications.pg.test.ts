import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { owner, publicationStatements } from "../../../../test/publicationStatements.ts"

const zones = 50_000

/** Zones of two nameservers; one in a thousand has an outstanding publication. */
const crowd = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const id = sql.literal("'zone_' || lpad(n::text, 26, '0')")
  const many = sql`generate_series(1, ${zones}) AS n`
  yield* sql`INSERT INTO dns_zones (dns_zone_id, organization_id, name, sort_key, suffix, dnssec_status, is_served, created_on)
    SELECT ${id}, ${owner}, 'name' || n || '.example.', 'example name' || n, 'example', 'disabled', true, now()
    FROM ${many}`
  yield* sql`INSERT INTO dns_zone_states (dns_zone_id, organization_id, name, suffix, serial, nameservers, rname,
      dnssec_status, rrset_count, record_count, ownership, was_held, is_served, check_due_on, created_on, updated_on)
    SELECT dns_zone_id, organization_id, name, suffix, 2026112200, '[]', 'mail.host.test.', dnssec_status, 2, 2,
      'unproven', false, true, timestamptz '1970-01-01Z' + (right(dns_zone_id, 6)::int - 50) * interval '1 hour', created_on, created_on
    FROM dns_zones`
  yield* sql`INSERT INTO dns_nameservers (nameserver, registered_on, seen_on, fill_round, filled_to)
    SELECT name, '1970-01-01Z', '1970-01-01Z', 2, '' FROM (VALUES ('watched'), ('other')) AS known (name)`
  yield* sql`INSERT INTO dns_publications (zone_name, nameserver_no, dns_zone_id, serial_wanted, serial_served, wanted_on,
      behind_since, due_on, attempts)
    SELECT 'name' || n || '.example.', nameserver_no, ${id}, 2026112200, 2026112200, '1970-01-01Z',
      CASE WHEN n % 1000 = 0 THEN timestamptz '1970-01-01Z' END, CASE WHEN n % 1000 = 0 THEN timestamptz '1970-01-01Z' END, 0
    FROM ${many} CROSS JOIN dns_nameservers`
  yield* sql`INSERT INTO dns_aliases SELECT ${id}, 'name' || n || '.example.', 'name' || n || '.example.', 'a.host.test.', '[]', '[]',
    60, timestamptz '1970-01-01Z' + (n - 50) * interval '1 hour' FROM ${many}`
  yield* sql`INSERT INTO dns_rrsets (dns_zone_id, sort_key, type, ttl, records, protected_reason)
    SELECT ${id}, 'sub', 'NS', 3600, '[]', 'CHILD_ZONE' FROM ${many}`
  yield* sql`INSERT INTO dns_zone_signing (dns_zone_id, generation, state, serial, attempts, is_exposed, retreats, renew_on)
    SELECT ${id}, 1, 'published', 2026112200, 0, true, true, now() FROM ${many}`
  yield* sql`VACUUM ANALYZE dns_zones, dns_zone_states, dns_nameservers, dns_publications, dns_aliases, dns_rrsets,
    dns_zone_signing`
})

const large = new Set([
  "dns_zones",
  "dns_zone_states",
  "dns_publications",
  "dns_aliases",
  "dns_rrsets",
  "dns_zone_signing"
])

/** Large tables that a plan reads by a sequential scan. */
const sequentialScans = (plan: unknown): ReadonlyArray<string> => {
  if (Array.isArray(plan)) return plan.flatMap(sequentialScans)
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  const table = String(node["Relation Name"])
  return [
    ...(node["Node Type"] === "Seq Scan" && large.has(table) ? [table] : []),
    ...Object.values(node).flatMap(sequentialScans)
  ]
}

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Plans of publications and ownership on PostgreSQL", (it) => {
  it.effect("read no large table completely", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* crowd
      const explain = (text: string, parameters: ReadonlyArray<unknown>) =>
        sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters)
      // A query without an index shows that the plans are examined.
      assert.deepStrictEqual(sequentialScans(yield* explain("SELECT * FROM dns_publications WHERE attempts = 9", [])), [
        "dns_publications"
      ])
      for (const { list, parameters, text } of yield* publicationStatements) {
        assert.deepStrictEqual(sequentialScans(yield* explain(text, parameters)), [], `${list}: ${text}`)
      }
    }), 60_000)
})
