import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { UsageStore } from "@namewright/core/usage"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { fillUsage, unserved, usageStatements, window } from "../../../adapters-sql/test/usage/usageStatements.ts"

/** Conditions by which a plan reads tables, with "nothing" for the scan of a whole table or index. */
const readsOf = (plan: unknown): ReadonlyArray<string> => {
  if (Array.isArray(plan)) return plan.flatMap(readsOf)
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  const isRead = /^(?:Seq Scan|Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(String(node["Node Type"]))
  return [
    ...(isRead ? [String(node["Index Cond"] ?? "nothing")] : []),
    ...Object.values(node).flatMap(readsOf)
  ]
}

const inWindow = /account_id = .*product = .*hour >= .*hour < /

/** Condition of each read of the statements. */
const expected: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  series: [inWindow],
  summary: [inWindow],
  keys: [],
  contents: [/usage_key = /],
  removal: [/recorded_on < /, /usage_key = /]
}

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Usage on PostgreSQL", (it) => {
  it.effect("reads by conditions of its indexes, and adds up 400 days of hours", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const account_id = yield* fillUsage
      yield* sql`INSERT INTO usage_keys (usage_key, contents, recorded_on)
        SELECT 'key ' || n, '{}', TIMESTAMPTZ '2026-01-01' + n * INTERVAL '1 second' FROM generate_series(1, 100000) AS n`
      yield* sql`VACUUM ANALYZE usage_hours, usage_keys`
      const conditionsOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), readsOf)
      assert.deepStrictEqual(yield* conditionsOf(unserved), ["nothing"])
      const statements = yield* usageStatements(account_id)
      assert.deepStrictEqual(statements.map(({ list }) => list), Object.keys(expected))
      for (const { list, parameters, text } of statements) {
        const found = (yield* conditionsOf(text, parameters)).toSorted()
        const wanted = expected[list] ?? []
        assert.lengthOf(found, wanted.length, `${list}: ${found.join(", ")}`)
        wanted.forEach((condition, index) => assert.match(found[index] ?? "", condition, list))
      }
      const { days, total } = yield* UsageStore
      const range = { account_id, product: "ai_inference", ...window } as const
      assert.deepStrictEqual(
        (yield* total(range)).map(({ model, request_count }) => [model, request_count]),
        [["large", 9600], ["medium", 9600], ["small", 9600], ["tiny", 9600]]
      )
      assert.lengthOf(yield* days(range), 1600)
    }), 60_000)
})
