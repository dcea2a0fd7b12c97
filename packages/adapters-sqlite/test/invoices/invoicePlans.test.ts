import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { fillInvoices, invoiceStatements, unserved } from "../../../adapters-sql/test/invoices/invoiceStatements.ts"

interface Step {
  readonly detail: string
}

layer(memoryDatabase())("Invoices on SQLite", (it) => {
  it.effect("read no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters), (steps) =>
          steps.flatMap(({ detail }) =>
            detail.startsWith("SCAN ") && !/json_each|CONSTANT ROW/.test(detail) ? [detail] : []
          ))
      yield* fillInvoices
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* invoiceStatements
      assert.isAtLeast(statements.length, 11)
      for (const { list, parameters, text } of statements) {
        if (/^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/.test(text)) {
          continue
        }
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], `${list}: ${text}`)
      }
    }))
})
