import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/**
 * New entries are in a table without indexes until they are moved together; its key is a number, because SQLite keeps a
 * separate index of a text. Entries without a performer, key or request have empty texts there, so that both databases
 * sort them alike. Every filter has an index that answers in order of creation, and every sort one in its order.
 */
export const objectLogs = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key, serial } = dialect(sql)

  const columns = sql`
    organization_id ${key} NOT NULL,
    object_type ${key} NOT NULL,
    object_id ${key} NOT NULL,
    action ${key} NOT NULL,
    details TEXT,
    performed_by_type ${key} NOT NULL,
    performed_by_id ${key} NOT NULL,
    api_key_id ${key} NOT NULL,
    server_request_id ${key} NOT NULL,
    created_on ${instant} NOT NULL
  `
  yield* sql`CREATE TABLE object_logs (object_log_id ${key} PRIMARY KEY, ${columns})`
  yield* sql`CREATE TABLE new_object_logs (ordinal ${serial}, object_log_id ${key} NOT NULL, ${columns})`
  yield* sql`CREATE INDEX object_logs_created ON object_logs (organization_id, created_on, object_log_id)`
  yield* Effect.forEach(
    ["object_type", "object_id", "action", "performed_by_type", "performed_by_id", "server_request_id"],
    (column) =>
      sql`CREATE INDEX ${sql.literal(`object_logs_${column}`)}
        ON object_logs (organization_id, ${sql.literal(column)}, created_on, object_log_id)`
  )
})
