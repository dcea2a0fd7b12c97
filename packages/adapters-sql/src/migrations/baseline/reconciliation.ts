import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Findings of the reconciliation, and the latest run of each day. */
export const reconciliation = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE reconciliation_findings (
    kind ${key} NOT NULL,
    object_id ${key} NOT NULL,
    organization_id ${key},
    day ${key} NOT NULL,
    expected TEXT NOT NULL,
    found TEXT NOT NULL,
    first_seen_on ${instant} NOT NULL,
    resolved_on ${instant},
    PRIMARY KEY (kind, object_id)
  )`
  yield* sql`CREATE INDEX reconciliation_findings_day ON reconciliation_findings (day, kind, object_id)`
  yield* sql`CREATE INDEX reconciliation_findings_open ON reconciliation_findings (day, kind, object_id)
    WHERE resolved_on IS NULL`

  yield* sql`CREATE TABLE reconciliation_runs (day ${key} PRIMARY KEY, ran_on ${instant} NOT NULL) ${byPrimaryKey}`
})
