import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-sqlite"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { growingLists, type ListStatement } from "../../../test/growingLists.ts"

interface Step {
  readonly parent: number
  readonly detail: string
}

const readsThrough =
  /^SCAN (approvals|events|hosts|tags|contacts|billing_transactions|webhook_deliveries|vanity_\w+|c|z|s|r)\b/

/** What a plan does that takes longer the more there is: to read a whole table, or to sort all of one. */
const wasteful = ({ showsAll, text }: ListStatement, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  // Where the page was found in a subquery, only its rows are sorted at last.
  const sortsPage = !/LIMIT \? OFFSET \?\s*$/.test(text) && text.includes("LIMIT")
  return steps.filter(({ detail, parent }) =>
    readsThrough.test(detail)
    || (showsAll && detail === "USE TEMP B-TREE FOR ORDER BY" && !(sortsPage && parent === 0))
  ).map(({ detail }) => detail)
}

/** SQLite plans without looking at the rows here, so none are needed. */
layer(storage({ filename: ":memory:" }))("Plans of the lists that grow on SQLite", (it) => {
  it.effect("read no table from end to end, and sort none", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const explain = Effect.fnUntraced(function*(statement: ListStatement) {
        const { list, parameters, text } = statement
        const steps = yield* sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters)
        return { list, text, found: wasteful(statement, steps) }
      })
      // What no index serves shows that the plans are looked at.
      const unserved = { list: "unserved", text: "SELECT * FROM events ORDER BY type", parameters: [], showsAll: true }
      assert.lengthOf((yield* explain(unserved)).found, 2)

      const plans = yield* Effect.forEach(yield* growingLists(yield* newOrganizationId), explain)
      assert.isAtLeast(plans.length, 200)
      assert.deepStrictEqual(plans.filter(({ found }) => found.length > 0), [])
    }))
})
