import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { fillWaitlist, unserved, waitlistStatements } from "../../../adapters-sql/test/waitlist/waitlistStatements.ts"

interface Step {
  readonly detail: string
}

layer(memoryDatabase())("The waitlist on SQLite", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => steps.flatMap(({ detail }) => /^SCAN (waitlist_|a$|i$)/.test(detail) ? [detail] : [])
        )
      yield* fillWaitlist
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* waitlistStatements
      assert.lengthOf(statements, 8)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
