import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/**
 * Requests without a performer have an empty text there, so that both databases sort them alike. Filters that match few
 * requests have an index that answers in order of the start. Methods and types of performers have none: their values are
 * common, and each index costs a tenth of a write.
 */
export const requests = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key, serial } = dialect(sql)

  yield* sql`CREATE TABLE requests (
    ordinal ${serial},
    server_request_id ${key} NOT NULL,
    organization_id ${key} NOT NULL,
    method ${key} NOT NULL,
    path ${key} NOT NULL,
    status_code INTEGER NOT NULL,
    duration DOUBLE PRECISION NOT NULL,
    client_ip ${key} NOT NULL,
    performed_by_type ${key} NOT NULL,
    performed_by_id ${key} NOT NULL,
    request_body TEXT,
    response_body TEXT,
    request_started_at ${instant} NOT NULL,
    request_completed_at ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX requests_started ON requests (organization_id, request_started_at, server_request_id)`
  yield* sql`CREATE INDEX requests_id ON requests (server_request_id)`
  yield* Effect.forEach(
    ["path", "status_code", "duration", "client_ip", "performed_by_id"],
    (column) =>
      sql`CREATE INDEX ${sql.literal(`requests_${column}`)}
        ON requests (organization_id, ${sql.literal(column)}, request_started_at)`
  )
})
