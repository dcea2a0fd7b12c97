import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  certificateStatements,
  fillCertificates,
  unserved
} from "../../../adapters-sql/test/certificates/certificateStatements.ts"

interface Step {
  readonly detail: string
}

layer(storage({ filename: ":memory:" }))("Certificates on SQLite", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => steps.flatMap(({ detail }) => detail.startsWith("SCAN certificate") ? [detail] : [])
        )
      yield* fillCertificates
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* certificateStatements
      assert.lengthOf(statements, 19)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
