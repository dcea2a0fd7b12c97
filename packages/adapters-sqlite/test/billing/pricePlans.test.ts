import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { paymentStatements, unservedPayments } from "../../../adapters-sql/test/billing/paymentStatements.ts"
import { priceStatements, unserved } from "../../../adapters-sql/test/billing/priceStatements.ts"

interface Step {
  readonly detail: string
}

/** Without statistics, plans of SQLite do not depend on rows, so none are inserted. */
layer(memoryDatabase())("Price lists and payments on SQLite", (it) => {
  it.effect("reads payments by indexes", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => steps.flatMap(({ detail }) => /^SCAN payments$|TEMP B-TREE/.test(detail) ? [detail] : [])
        )
      assert.lengthOf(yield* scansOf(unservedPayments), 1)
      const statements = yield* paymentStatements
      assert.lengthOf(statements, 6)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))

  it.effect("are read by their key, also for the last line that has started", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const stepsOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => steps.flatMap(({ detail }) => /^SCAN|TEMP B-TREE/.test(detail) ? [detail] : [])
        )
      assert.lengthOf(yield* stepsOf(unserved), 1)
      const statements = yield* priceStatements
      assert.lengthOf(statements, 6)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* stepsOf(text, parameters), [], list)
      }
    }))
})
