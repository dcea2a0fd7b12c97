import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  fillWhitelabels,
  unserved,
  whitelabelStatements
} from "../../../adapters-sql/test/branding/whitelabelStatements.ts"

interface Step {
  readonly detail: string
}

layer(storage({ filename: ":memory:" }))("White-label configurations on SQLite", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => steps.flatMap(({ detail }) => detail.startsWith("SCAN whitelabel_") ? [detail] : [])
        )
      yield* fillWhitelabels
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* whitelabelStatements
      assert.isAtLeast(statements.length, 16)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
