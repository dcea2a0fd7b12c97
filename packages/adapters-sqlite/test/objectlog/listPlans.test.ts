import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  fillObjectLogs,
  objectLogStatements,
  unserved
} from "../../../adapters-sql/test/objectlog/objectLogStatements.ts"

interface Step {
  readonly detail: string
}

layer(memoryDatabase())("Plans of the object log on SQLite", (it) => {
  it.effect("read each filter and order by an index, without sorting", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const slow = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters), (steps) =>
          steps.flatMap(({ detail }) =>
            detail.startsWith("SCAN") || detail.includes("USE TEMP B-TREE") ? [detail] : []
          ))
      const statements = yield* objectLogStatements(yield* fillObjectLogs(2_000))
      assert.lengthOf(yield* slow(unserved), 2)
      assert.lengthOf(statements, 50)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* slow(text, parameters), [], `${list}: ${text}`)
      }
    }))
})
