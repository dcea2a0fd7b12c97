import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { zonesAlone } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { statementsOf, zoneWrites } from "../../../../test/zoneWrites.ts"

/** Conditions by which a plan reads RRsets, and reads without a condition. */
const readsOf = (plan: unknown): ReadonlyArray<string> => {
  if (Array.isArray(plan)) return plan.flatMap(readsOf)
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  const isRead = node["Relation Name"] === "dns_rrsets" && node["Node Type"] !== "ModifyTable"
  return [
    ...(isRead ? [`${String(node["Node Type"])} by ${String(node["Index Cond"] ?? "nothing")}`] : []),
    ...Object.values(node).flatMap(readsOf)
  ]
}

const bySortKey = /^Index Scan by .*dns_zone_id = .*sort_key (= ANY|>)/

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(zonesAlone.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })(
  "Writes to zones on PostgreSQL",
  (it) => {
    it.effect(
      "send the same statements to a large zone as to a small one, and look up single sort keys",
      () =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const small = yield* zoneWrites(100)
          const large = yield* zoneWrites(5000)
          assert.deepStrictEqual(
            large.map(({ text }) => text),
            small.map(({ text }) => text)
          )
          assert.isAtMost(Math.max(...Object.values(statementsOf(large))), 9)

          yield* sql`VACUUM ANALYZE dns_rrsets`
          const explained = large.filter(({ text }) => !text.startsWith("SET"))
          const looks = yield* Effect.forEach(explained, ({ list, parameters, text }) =>
            Effect.map(
              sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters),
              (plan) => readsOf(plan).map((look) => ({ list, look }))
            ))
          assert.isAtLeast(looks.flat().length, 8)
          assert.deepStrictEqual(looks.flat().filter(({ look }) => !bySortKey.test(look)), [])
        }),
      60_000
    )
  }
)
