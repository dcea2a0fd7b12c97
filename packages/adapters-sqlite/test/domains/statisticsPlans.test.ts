import { assert, layer } from "@effect/vitest"
import { EventLog } from "@namewright/core/events"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  fillStatistics,
  statisticsStatements,
  unserved
} from "../../../adapters-sql/test/domains/statisticsStatements.ts"

interface Step {
  readonly detail: string
}

const database = EventLog.layer.pipe(Layer.provideMerge(memoryDatabase()))

layer(database)("Plans of the statistics of domains on SQLite", (it) => {
  it.effect("read no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters), (steps) =>
          steps.flatMap(({ detail }) => /^SCAN (domain_statistics|events|s|e)\b/.test(detail) ? [detail] : []))
      const statements = yield* statisticsStatements(yield* fillStatistics)
      assert.lengthOf(yield* scansOf(unserved), 1)
      assert.lengthOf(statements, 6)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
