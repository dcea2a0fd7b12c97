import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { fillCharges, limitStatements, unserved } from "../../../adapters-sql/test/organizations/limitStatements.ts"

interface Step {
  readonly detail: string
}

layer(memoryDatabase())("Limits on SQLite", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) =>
            steps.flatMap(({ detail }) => /^SCAN (billing_transactions|organization)/.test(detail) ? [detail] : [])
        )
      yield* fillCharges
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* limitStatements
      assert.lengthOf(statements, 5)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
