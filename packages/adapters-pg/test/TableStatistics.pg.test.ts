import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { TableStatistics } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../test/PostgresDatabase.ts"

// One connection, which reports its changes at the end of each transaction.
const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url, maxConnections: 1 })))

const insert = Effect.fnUntraced(function*(from: number, to: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(Effect.andThen(
    sql`INSERT INTO domain_owners (organization_id)
      SELECT 'organization-' || n FROM generate_series(${from}::int, ${to}::int) AS n`,
    sql`SELECT pg_stat_force_next_flush()`
  ))
})

/** Number of distinct organizations by the statistics; none without statistics. */
const known = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM pg_stats WHERE tablename = 'domain_owners' AND attname = 'organization_id'`
  const [{ n }] = (yield* sql<{ readonly n: number }>`SELECT reltuples::int AS n FROM pg_class
    WHERE oid = 'domain_owners'::regclass`) as [{ readonly n: number }]
  return rows.length === 0 ? 0 : n
})

layer(database, { timeout: "60 seconds" })("Statistics of tables", (it) => {
  it.effect("are collected once a table has grown by 1,000 rows, and again once a fifth has changed", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { refresh } = yield* TableStatistics
      // The server would collect statistics on its own, at a time that no test determines.
      yield* sql`ALTER TABLE domain_owners SET (autovacuum_enabled = false)`
      yield* insert(1, 999)
      yield* refresh
      assert.strictEqual(yield* known, 0)
      yield* insert(1000, 10_000)
      yield* refresh
      assert.strictEqual(yield* known, 10_000)
      yield* insert(10_001, 12_000)
      yield* refresh
      assert.strictEqual(yield* known, 10_000)
      yield* insert(12_001, 15_000)
      yield* refresh
      assert.strictEqual(yield* known, 15_000)
    }))
})
