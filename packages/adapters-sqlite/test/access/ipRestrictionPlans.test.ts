import { assert, layer } from "@effect/vitest"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ipRestrictionStatements } from "../../../../test/ipRestrictionStatements.ts"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

interface Step {
  readonly detail: string
}

const wasteful = (steps: ReadonlyArray<Step>) =>
  steps.map(({ detail }) => detail).filter((detail) => /^SCAN (ip_restrictions|api_keys|users|i|k|u)\b/.test(detail))

/** SQLite plans without looking at the rows here, so none are needed. */
layer(memoryDatabase())("Plans of IP restrictions on SQLite", (it) => {
  it.effect("scan no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const sent = yield* ipRestrictionStatements(yield* newOrganizationId)
      assert.isAtLeast(sent.length, 11)
      const plans = yield* Effect.forEach(sent, ({ list, parameters, text }) =>
        Effect.map(
          sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => ({ list, found: wasteful(steps) })
        ))
      assert.deepStrictEqual(plans.filter(({ found }) => found.length > 0), [])
      // A query without an index proves that the plans are checked.
      const unserved = yield* sql.unsafe<Step>(
        "EXPLAIN QUERY PLAN SELECT * FROM ip_restrictions WHERE ip_network = 'b'"
      )
      assert.lengthOf(wasteful(unserved), 1)
    }))
})
