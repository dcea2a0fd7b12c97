import { newObjectLogId, ObjectLogStore } from "@namewright/core/objectlog"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Numbers of new entries: after 400 are stored, after 500 are rolled back, after 700 more, once they are moved, after one
 * more, and after a list.
 */
export const newEntries = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { insert, list } = yield* ObjectLogStore
  const { atomically } = yield* Transaction
  const organization_id = yield* newOrganizationId
  const entry = {
    organization_id,
    object_type: "DOMAIN",
    object_id: "domain_1",
    action: "UPDATED" as const,
    details: null,
    performed_by_type: "system" as const,
    performed_by_id: null,
    api_key_id: null,
    server_request_id: null,
    created_on: yield* Instant.now
  }
  const add = (count: number) =>
    Effect.flatMap(
      Effect.forEach(
        Array.from({ length: count }),
        () => Effect.map(newObjectLogId, (object_log_id) => ({ ...entry, object_log_id }))
      ),
      insert
    )
  const stored = Effect.map(
    sql<{ readonly n: number }>`SELECT CAST(count(*) AS INTEGER) AS n FROM new_object_logs`,
    ([row]) => row?.n ?? 0
  )
  yield* add(400)
  const few = yield* stored
  yield* Effect.ignore(atomically(Effect.andThen(add(500), Effect.fail("refused"))))
  const refused = yield* stored
  yield* add(700)
  const moved = yield* Effect.repeat(stored, { until: (count) => count === 0 })
  yield* add(1)
  const added = yield* stored
  const { total } = yield* list(organization_id, {}, { by: "created_on", order: "desc" }, { page: 1, page_size: 10 })
  return [few, refused, moved, added, total === 1101 ? yield* stored : total]
})
