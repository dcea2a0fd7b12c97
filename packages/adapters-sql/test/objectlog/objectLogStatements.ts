import { ObjectLogSortField, ObjectLogStore } from "@namewright/core/objectlog"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"
import { numbersBelow, secondsOf2026 } from "../generatedRows.ts"

/** Statement that reads and sorts a whole table, which proves that the plans are checked. */
export const unserved = "SELECT details FROM object_logs ORDER BY details"

/** Inserts entries of two organizations; returns one of them. */
export const fillObjectLogs = Effect.fnUntraced(function*(count: number) {
  const sql = yield* SqlClient.SqlClient
  const organizations = [yield* newOrganizationId, yield* newOrganizationId] as const
  const time = secondsOf2026(sql)
  const id = sql.onDialectOrElse({
    pg: () => "lpad(n::text, 26, '0')",
    orElse: () => "printf('%026d', n)"
  })
  yield* sql.unsafe(`INSERT INTO object_logs (object_log_id, organization_id, object_type, object_id, action, details,
      performed_by_type, performed_by_id, api_key_id, server_request_id, created_on)
    SELECT 'object_log_' || ${id}, CASE n % 10 WHEN 0 THEN '${organizations[1]}' ELSE '${organizations[0]}' END,
      CASE n % 100 WHEN 1 THEN 'USER' ELSE 'DOMAIN' END, 'domain_' || (n % 5000),
      CASE n % 1000 WHEN 1 THEN 'DELETED' ELSE 'UPDATED' END, '{"before":{"name":"a"},"after":{"name":"b"}}',
      CASE n % 50 WHEN 1 THEN 'user' ELSE 'organization' END, 'user_' || (n % 50), '', 'request-' || n, ${time}
    FROM (${numbersBelow(sql, count)}) AS numbers`)
  return organizations[0]
})

/** Every filter of the list. */
export const filters = {
  "object_log_id": { object_log_id: "object_log_00000000000000000000000011" },
  "object_type": { object_type: "USER" },
  "object_id": { object_id: "domain_11" },
  "action": { action: "DELETED" },
  "server_request_id": { server_request_id: "request-11" },
  "performed_by_type": { performed_by_type: "user" },
  "performed_by_id": { performed_by_id: "user_1" },
  "created_after": { created_after: DateTime.makeUnsafe("2026-01-01T01:00:00Z") },
  "created_before": { created_before: DateTime.makeUnsafe("2026-01-01T01:00:00Z") }
} as const

/** The statements of every filter and every order of the list. */
export const objectLogStatements = Effect.fnUntraced(function*(organization: OrganizationId) {
  const { list } = yield* ObjectLogStore
  const newest = { by: "created_on", order: "desc" } as const
  const first = { page: 1, page_size: 50 }
  const filtered = yield* Effect.forEach(
    Object.entries(filters),
    ([name, filter]) => sentBy(name, list(organization, filter, newest, first))
  )
  const sorted = yield* Effect.forEach(
    ObjectLogSortField.literals.flatMap((by) => [[by, "asc"], [by, "desc"]] as const),
    ([by, order]) => sentBy(`${by} ${order}`, list(organization, {}, { by, order }, first))
  )
  return [...filtered, ...sorted].flatMap(({ sent }) => sent.filter(({ text }) => !text.includes("new_object_logs")))
})
