import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { paymentStatements, unservedPayments } from "../../../adapters-sql/test/billing/paymentStatements.ts"
import { fillPrices, priceStatements, unserved } from "../../../adapters-sql/test/billing/priceStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Price lists and payments on PostgreSQL", (it) => {
  it.effect("reads payments by indexes", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const statements = yield* paymentStatements
      assert.lengthOf(statements, 6)
      yield* sql.withTransaction(Effect.gen(function*() {
        // The table is empty, so its indexes would not be used.
        yield* sql`SET LOCAL enable_seqscan = off`
        const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
          Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
        assert.deepStrictEqual(yield* scansOf(unservedPayments), ["payments"])
        for (const { list, parameters, text } of statements) {
          assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
        }
      }))
    }), 60_000)

  it.effect("are read by their key, also for the last line that has started", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fillPrices
      yield* sql`ANALYZE prices`
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
      assert.deepStrictEqual(yield* scansOf(unserved), ["prices"])
      const statements = yield* priceStatements
      assert.lengthOf(statements, 6)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }), 60_000)
})
