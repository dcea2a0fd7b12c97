import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Findings of the reconciliation, the latest run of each day, unfinished runs, and sums of the entries of ledgers. */
export const reconciliation = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE reconciliation_findings (
    kind ${key} NOT NULL,
    object_id ${key} NOT NULL,
    organization_id ${key},
    provider ${key},
    day ${key} NOT NULL,
    expected TEXT NOT NULL,
    found TEXT NOT NULL,
    first_seen_on ${instant} NOT NULL,
    resolved_on ${instant},
    run_number ${bigint} NOT NULL,
    PRIMARY KEY (kind, object_id)
  )`
  yield* sql`CREATE INDEX reconciliation_findings_day ON reconciliation_findings (day, kind, object_id)`
  yield* sql`CREATE INDEX reconciliation_findings_open ON reconciliation_findings (day, kind, object_id)
    WHERE resolved_on IS NULL`

  // Sums of the entries before a time, with which balances are compared without reading all entries.
  yield* sql`CREATE TABLE reconciliation_ledgers (
    payer_id ${key} NOT NULL,
    currency ${key} NOT NULL,
    wallet ${bigint} NOT NULL,
    reserved ${bigint} NOT NULL,
    revenue ${bigint} NOT NULL,
    tax ${bigint} NOT NULL,
    cash ${bigint} NOT NULL,
    adjustments ${bigint} NOT NULL,
    summed_before ${instant} NOT NULL,
    counted_on ${instant} NOT NULL,
    PRIMARY KEY (payer_id, currency)
  ) ${byPrimaryKey}`

  // Positions of runs that continue page by page.
  yield* sql`CREATE TABLE reconciliation_unfinished (
    day ${key} PRIMARY KEY,
    scope ${key} NOT NULL CHECK (scope IN ('all', 'payments')),
    started_on ${instant} NOT NULL,
    run_number ${bigint} NOT NULL,
    retry_on ${instant},
    position TEXT NOT NULL
  ) ${byPrimaryKey}`

  // `payments_due_on` is the next comparison of the payments of the day; null after the last one.
  yield* sql`CREATE TABLE reconciliation_runs (
    day ${key} PRIMARY KEY,
    ran_on ${instant} NOT NULL,
    payments_due_on ${instant}
  ) ${byPrimaryKey}`
})
