import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  fillReconciliation,
  reconciliationStatements,
  unserved
} from "../../../adapters-sql/test/reconciliation/reconciliationStatements.ts"

interface Step {
  readonly detail: string
}

layer(memoryDatabase())("Reconciliation on SQLite", (it) => {
  it.effect("reads the rows of a day by indexes, and no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const stepsOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => steps.map(({ detail }) => detail)
        )
      const isScan = (detail: string) => detail.startsWith("SCAN ") && !/json_each|CONSTANT ROW/.test(detail)
      yield* fillReconciliation
      assert.lengthOf((yield* stepsOf(unserved)).filter(isScan), 1)
      const statements = yield* reconciliationStatements
      assert.isAtLeast(statements.length, 17)
      for (const { list, parameters, text } of statements) {
        const steps = yield* stepsOf(text, parameters)
        // The events of each charge by their name, not all events of the day.
        if (list === "charges without order") assert.include(steps.join(), "events_object_name", steps.join("; "))
        if (list === "orders without charge") assert.include(steps.join(), "payer_id_reference", steps.join("; "))
        // The findings that are open are few, and a partial index holds them.
        const scans = steps.filter((step) => isScan(step) && !step.includes("reconciliation_findings_open"))
        // Each run reads the list of ledgers, which has a row for each payer.
        assert.deepStrictEqual(scans, list === "uncounted ledgers" ? ["SCAN l"] : [], `${list}: ${text}`)
      }
    }))
})
