import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  fillVatChecks,
  unserved,
  vatCheckStatements
} from "../../../adapters-sql/test/organizations/vatCheckStatements.ts"

interface Step {
  readonly detail: string
}

/** Scans without an index that contains only a part of the table. */
const isWhole = (detail: string): boolean =>
  /^SCAN organization_vat_checks(?! USING .*vat_checks_(open|due))/.test(detail)

layer(memoryDatabase())("VAT checks on SQLite", (it) => {
  it.effect("read no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => steps.flatMap(({ detail }) => isWhole(detail) ? [detail] : [])
        )
      yield* fillVatChecks
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* vatCheckStatements
      assert.lengthOf(statements, 5)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
