import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { fillRequests, requestStatements, unserved } from "../../../adapters-sql/test/archive/requestStatements.ts"

interface Step {
  readonly detail: string
}

layer(memoryDatabase())("Plans of the request history on SQLite", (it) => {
  it.effect("read each filter and order by an index, and sort only what a range has found", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const slow = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) =>
            steps.flatMap(({ detail }) =>
              // Requests of one instant are sorted by their id.
              detail.startsWith("SCAN") || /USE TEMP B-TREE(?! FOR LAST TERM)/.test(detail) ? [detail] : []
            )
        )
      const statements = yield* requestStatements(yield* fillRequests(2_000))
      assert.lengthOf(yield* slow(unserved), 2)
      assert.lengthOf(statements, 46)
      for (const { list, parameters, text } of statements) {
        const isRange = list === "path" || /^m(?:in|ax)_/.test(list)
        const expected = isRange && text.includes("ORDER BY") ? ["USE TEMP B-TREE FOR ORDER BY"] : []
        assert.deepStrictEqual(yield* slow(text, parameters), expected, `${list}: ${text}`)
      }
    }))
})
