import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { type ZoneFilter, ZoneStore } from "@namewright/core/dns"
import { type ObjectScope, OrganizationId } from "@namewright/core/shared"
import { TagId } from "@namewright/core/tags"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { sentBy, type SentStatement } from "../../../../test/sentStatements.ts"

const zones = 20_000
const organization = OrganizationId.make(`organization_${"0".repeat(26)}`)
const tag = TagId.make(`tag_${"0".repeat(26)}`)

const within = (selected: Partial<ObjectScope>): ZoneFilter => ({
  within: [{ ids: [], tag_ids: [], names: [], ...selected }]
})

/** Zones of one organization. One in a hundred has a tag, and one in a hundred a rare suffix. */
const crowd = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO dns_zones (dns_zone_id, organization_id, name, sort_key, suffix, dnssec_status, is_served, created_on)
    SELECT 'zone_' || lpad(n::text, 26, '0'), ${organization}, 'name' || n || '.example.', 'example name' || n,
      CASE WHEN n % 100 = 1 THEN 'se' ELSE 'com' END, 'disabled', TRUE, timestamptz '2020-01-01' + n * interval '1 hour'
    FROM generate_series(1, ${zones}::int) AS n`
  yield* sql`INSERT INTO dns_zone_states (dns_zone_id, organization_id, name, suffix, serial, nameservers, rname,
      dnssec_status, rrset_count, record_count, ownership, was_held, is_served, created_on, updated_on)
    SELECT dns_zone_id, organization_id, name, suffix, 2026112200, '[]', 'mail.host.test.', dnssec_status, 0, 0,
      'unproven', FALSE, TRUE, created_on, created_on FROM dns_zones`
  yield* sql`INSERT INTO dns_zone_counts SELECT organization_id, suffix, dnssec_status, 0, count(*)
    FROM dns_zone_states GROUP BY organization_id, suffix, dnssec_status`
  yield* sql`INSERT INTO dns_zone_tags SELECT organization_id, ${tag}, dns_zone_id FROM dns_zones
    WHERE right(dns_zone_id, 2) = '00'`
  yield* sql`VACUUM ANALYZE dns_zones, dns_zone_states, dns_zone_counts, dns_zone_tags`
})

/** Zone rows that this connection has read recently. */
const zonesRead = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly zones: number }>`SELECT sum(seq_tup_read + idx_tup_fetch)::int AS zones
    FROM pg_stat_xact_user_tables WHERE relname IN ('dns_zones', 'dns_zone_states')`
  return row?.zones ?? Number.NaN
})

/** Plan of a statement, one line for each node. */
const explained = Effect.fnUntraced(function*({ parameters, text }: SentStatement) {
  const sql = yield* SqlClient.SqlClient
  const lines = yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN ${text}`, parameters)
  return lines.map((line) => line["QUERY PLAN"]).join("\n")
})

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(Layer.provideMerge(Layer.effectDiscard(crowd), database), { timeout: "60 seconds" })(
  "Lists of zones among many on PostgreSQL",
  (it) => {
    it.effect("read only few matching zones, in any order", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { list } = yield* ZoneStore
        const carriers = zones / 100
        const filters: ReadonlyArray<readonly [ZoneFilter, number]> = [
          [{ tag_ids: [tag] }, carriers],
          [{ tag_ids: [tag], suffix: "com" }, carriers],
          [{ suffix: "se" }, carriers],
          [within({ tag_ids: [tag] }), carriers],
          [within({ ids: [`zone_${"7".padStart(26, "0")}`], names: ["name12.*", "name13.example"] }), 3],
          [within({ names: ["*.name14.example"] }), 0],
          [{ ...within({ tag_ids: [tag] }), suffix: "com" }, carriers]
        ]
        const page = { page: 3, page_size: 50 }
        for (const [filter, expected] of filters) {
          for (const by of ["created_on", "name", "updated_on", "dnssec_status"] as const) {
            const { read, total } = yield* sql.withTransaction(Effect.gen(function*() {
              const before = yield* zonesRead
              const answer = yield* list(organization, filter, { by, order: "desc" }, page)
              return { total: answer.total, read: (yield* zonesRead) - before }
            }))
            assert.strictEqual(total, expected)
            assert.isAtMost(read, 1000, `${JSON.stringify(filter)} by ${by}`)
          }
        }
      }), 60_000)

    it.effect(
      "look thousands of searched zones up in the order of the last change, without reading the zones themselves",
      () =>
        Effect.gen(function*() {
          const { list } = yield* ZoneStore
          const numbers = Array.from({ length: zones }, (_, index) => zones - index).filter((n) =>
            String(n).startsWith("1")
          )
          const filter = { search: "name1" }
          const sort = { by: "updated_on", order: "desc" } as const
          const page = { page: 100, page_size: 50 }
          const { answer, sent } = yield* sentBy("search", list(organization, filter, sort, page))
          assert.strictEqual(answer.total, numbers.length)
          assert.deepStrictEqual(
            answer.items.map(({ zone }) => zone.name as string),
            numbers.slice(99 * 50, 100 * 50).map((n) => `name${n}.example.`)
          )
          const plans = (yield* Effect.forEach(sent, explained)).join("\n")
          assert.include(plans, "Index Only Scan using dns_zone_states_pkey")
          assert.notInclude(plans, "dns_zone_states_updated")
          assert.notInclude(plans, "Seq Scan")
        }),
      60_000
    )
  }
)
