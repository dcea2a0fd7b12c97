import { assert, layer } from "@effect/vitest"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { growingLists, type ListStatement } from "../../../test/growingLists.ts"
import { memoryDatabase } from "../../../test/memoryDatabase.ts"

interface Step {
  readonly parent: number
  readonly detail: string
}

const readsThrough =
  /^SCAN (approvals|events|hosts|tags|contacts|billing_transactions|webhook_deliveries|vanity_\w+|c|z|s|r)\b/

/** Steps of a plan whose cost grows with the table: scans, and sorts of a whole table. */
const wasteful = ({ showsAll, text }: ListStatement, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  // If a subquery finds the page, only its rows are sorted.
  const sortsPage = !/LIMIT \? OFFSET \?\s*$/.test(text) && text.includes("LIMIT")
  return steps.filter(({ detail, parent }) =>
    readsThrough.test(detail)
    || (showsAll && detail === "USE TEMP B-TREE FOR ORDER BY" && !(sortsPage && parent === 0))
  ).map(({ detail }) => detail)
}

/** Without statistics, plans of SQLite do not depend on rows, so none are inserted. */
layer(memoryDatabase())("Plans of the lists that grow on SQLite", (it) => {
  it.effect("scan no table, and sort none", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const explain = Effect.fnUntraced(function*(statement: ListStatement) {
        const { list, parameters, text } = statement
        const steps = yield* sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters)
        return { list, text, found: wasteful(statement, steps) }
      })
      // A query without an index proves that the plans are checked.
      const unserved = { list: "unserved", text: "SELECT * FROM events ORDER BY type", parameters: [], showsAll: true }
      assert.lengthOf((yield* explain(unserved)).found, 2)

      const plans = yield* Effect.forEach(yield* growingLists(yield* newOrganizationId), explain)
      assert.isAtLeast(plans.length, 200)
      assert.deepStrictEqual(plans.filter(({ found }) => found.length > 0), [])
    }))
})
