import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { UsageStore } from "@namewright/core/usage"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { fillUsage, unserved, usageStatements, window } from "../../../adapters-sql/test/usage/usageStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const database = Layer.unwrap(Effect.map(freshDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Usage on PostgreSQL", (it) => {
  it.effect("reads no table from end to end, and adds up 400 days of hours", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const account_id = yield* fillUsage
      yield* sql`VACUUM ANALYZE usage_hours`
      const statements = yield* usageStatements(account_id)
      assert.lengthOf(statements, 5)
      yield* sql.withTransaction(Effect.gen(function*() {
        // The table of keys is empty, so its index would not be used.
        yield* sql`SET LOCAL enable_seqscan = off`
        const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
          Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
        assert.deepStrictEqual(yield* scansOf(unserved), ["usage_hours"])
        for (const { list, parameters, text } of statements) {
          assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
        }
      }))
      const { days, total } = yield* UsageStore
      const range = { account_id, product: "ai_inference", ...window } as const
      assert.deepStrictEqual(
        (yield* total(range)).map(({ model, request_count }) => [model, request_count]),
        [["large", 9600], ["medium", 9600], ["small", 9600], ["tiny", 9600]]
      )
      assert.lengthOf(yield* days(range), 1600)
    }), 60_000)
})
