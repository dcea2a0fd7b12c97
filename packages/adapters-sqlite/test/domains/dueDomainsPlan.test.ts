import { assert, layer } from "@effect/vitest"
import { DomainStore } from "@namewright/core/domains"
import { Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Steps that read the table of domains, or sort what they have read. */
const stepsOf = Effect.fnUntraced(function*(text: string, parameters: ReadonlyArray<unknown> = []) {
  const sql = yield* SqlClient.SqlClient
  const steps = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters)
  return steps.map(({ detail }) => detail)
})

layer(memoryDatabase())("The query for due domains on SQLite", (it) => {
  it.effect("reads the index of due times in its order, up to the limit", () =>
    Effect.gen(function*() {
      const store = yield* DomainStore
      const { sent } = yield* sentBy("due", store.due(yield* Instant.now, 500))
      const plans = yield* Effect.forEach(sent, ({ parameters, text }) => stepsOf(text, parameters))
      assert.deepStrictEqual(plans, [[
        "SEARCH domains USING COVERING INDEX domains_due (next_action_on>? AND next_action_on<?)"
      ]])
      // A query without an index proves that the plans are checked.
      assert.deepStrictEqual(yield* stepsOf("SELECT * FROM domains WHERE policy_verification = 'x'"), ["SCAN domains"])
    }))
})
