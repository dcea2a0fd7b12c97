import { assert, layer } from "@effect/vitest"
import { ChangeStore } from "@namewright/core/changes"
import { EventLog } from "@namewright/core/events"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { sentBy } from "../../../../test/sentStatements.ts"

interface Step {
  readonly detail: string
}

const database = EventLog.layer.pipe(Layer.provideMerge(memoryDatabase()))

/** SQLite plans without looking at the rows here, so none are needed. */
layer(database)("Plans of the change feed on SQLite", (it) => {
  it.effect("read by the positions, and find the newest one without reading others", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ChangeStore
      const { record } = yield* EventLog
      const event = {
        organization_id: yield* newOrganizationId,
        object_type: "DOMAIN",
        object_id: null,
        object_name: null,
        type: null,
        subtype: null,
        event_data: { message: "" }
      } as const
      const middle = { after: 10, through: 1000 }
      const sent = [
        yield* sentBy("range", store.range),
        yield* sentBy("all kinds", store.list(middle, undefined, 100)),
        yield* sentBy("some kinds", store.list(middle, ["domain.renewed", "charge.captured"], 100)),
        yield* sentBy("insert", record(event))
      ].flatMap((one) => one.sent)
      assert.isAtLeast(sent.length, 6)
      const plans = yield* Effect.forEach(sent, ({ list, parameters, text }) =>
        Effect.map(sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters), (steps) => ({
          list,
          steps: steps.map(({ detail }) =>
            detail
          ).filter((detail) => /USE TEMP B-TREE/.test(detail) || /^SCAN (events|ledger_entries|e|t)\b/.test(detail))
        })))
      assert.deepStrictEqual(
        plans.filter(({ steps }) =>
          steps.length > 0
        ),
        []
      )
      const [unserved] = yield* sql.unsafe<Step>("EXPLAIN QUERY PLAN SELECT * FROM events")
      assert.match(unserved?.detail ?? "", /^SCAN events/)
    }))
})
