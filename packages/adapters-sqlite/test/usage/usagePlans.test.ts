import { assert, layer } from "@effect/vitest"
import { UsageStore } from "@namewright/core/usage"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { fillUsage, unserved, usageStatements, window } from "../../../adapters-sql/test/usage/usageStatements.ts"

interface Step {
  readonly detail: string
}

layer(memoryDatabase())("Usage on SQLite", (it) => {
  it.effect("reads no table from end to end, and adds up 400 days of hours", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters), (steps) =>
          steps.flatMap(({ detail }) => detail.startsWith("SCAN usage_") ? [detail] : []))
      const account_id = yield* fillUsage
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* usageStatements(account_id)
      assert.lengthOf(statements, 5)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
      const { days, total } = yield* UsageStore
      const range = { account_id, product: "ai_inference", ...window } as const
      assert.deepStrictEqual(
        (yield* total(range)).map(({ model, request_count }) => [model, request_count]),
        [["large", 9600], ["medium", 9600], ["small", 9600], ["tiny", 9600]]
      )
      assert.lengthOf(yield* days(range), 1600)
    }))
})
