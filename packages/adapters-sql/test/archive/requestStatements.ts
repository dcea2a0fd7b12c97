import { RequestStore } from "@namewright/core/archive"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"
import { numbersBelow, secondsOf2026 } from "../generatedRows.ts"

/** Statement that reads and sorts a whole table, which proves that the plans are checked. */
export const unserved = "SELECT request_body FROM requests ORDER BY request_body"

/** Inserts requests of two organizations; returns one of them. */
export const fillRequests = Effect.fnUntraced(function*(count: number) {
  const sql = yield* SqlClient.SqlClient
  const organizations = [yield* newOrganizationId, yield* newOrganizationId] as const
  const time = secondsOf2026(sql)
  yield* sql.unsafe(`INSERT INTO requests (server_request_id, organization_id, method, path, status_code, duration,
      client_ip, performed_by_type, performed_by_id, request_body, response_body, request_started_at,
      request_completed_at)
    SELECT 'request-' || n, CASE n % 10 WHEN 0 THEN '${organizations[1]}' ELSE '${organizations[0]}' END,
      CASE n % 1000 WHEN 1 THEN 'DELETE' ELSE 'GET' END, '/v1/domains/name' || (n % 5000) || '.example',
      CASE n % 1000 WHEN 1 THEN 503 WHEN 2 THEN 404 ELSE 200 END, n % 3000, '192.0.2.' || (n % 200),
      CASE n % 50 WHEN 1 THEN 'user' ELSE 'organization' END, 'user_' || (n % 50), NULL, NULL, ${time}, ${time}
    FROM (${numbersBelow(sql, count)}) AS numbers`)
  return organizations[0]
})

/** Filters of which each matches few requests. */
const filters = {
  "path": { path: "/v1/domains/name11." },
  "status_code": { status_code: 404 },
  "min_status_code": { min_status_code: 500 },
  "max_status_code": { min_status_code: 300, max_status_code: 450 },
  "min_duration": { min_duration: 2990 },
  "max_duration": { max_duration: 5 },
  "client_ip": { client_ip: "192.0.2.11" },
  "server_request_id": { server_request_id: "request-11" },
  "performed_by_id": { performed_by_id: "user_1" },
  "request_started_after": { request_started_after: DateTime.makeUnsafe("2026-01-01T13:00:00Z") },
  "request_started_before": { request_started_before: DateTime.makeUnsafe("2026-01-01T00:10:00Z") }
} as const

/** Fields by which every request of the organization can be sorted in the order of an index. */
const indexed = ["path", "status_code", "duration", "performed_by_id", "created_on", "request_started_at"] as const

/** The statements of every filter, and of every order that has an index. */
export const requestStatements = Effect.fnUntraced(function*(organization: OrganizationId) {
  const { list } = yield* RequestStore
  const last = { by: "created_on", order: "desc" } as const
  const first = { page: 1, page_size: 50 }
  const filtered = yield* Effect.forEach(
    Object.entries(filters),
    ([name, filter]) => sentBy(name, list(organization, filter, last, first))
  )
  const sorted = yield* Effect.forEach(
    indexed.flatMap((by) => [[by, "asc"], [by, "desc"]] as const),
    ([by, order]) => sentBy(`${by} ${order}`, list(organization, {}, { by, order }, first))
  )
  return [...filtered, ...sorted].flatMap(({ sent }) => sent)
})
