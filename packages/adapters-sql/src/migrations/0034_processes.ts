import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** The running processes, and which of them holds a lease. Leases of before end by their times. */
export const processes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE processes (
    process_id ${key} PRIMARY KEY,
    started_on ${instant} NOT NULL,
    seen_on ${instant} NOT NULL
  )`

  yield* sql`ALTER TABLE registry_intents ADD COLUMN process_id ${key}`
  yield* sql`ALTER TABLE registry_intents ADD COLUMN lease INTEGER NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE registry_intents
    ADD COLUMN believed_on ${instant} NOT NULL DEFAULT '1970-01-01T00:00:00.000Z'`
  yield* sql`UPDATE registry_intents SET believed_on = run_after`
  yield* sql`CREATE INDEX registry_intents_process ON registry_intents (process_id) WHERE process_id IS NOT NULL`

  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN process_id ${key}`
  yield* sql`ALTER TABLE job_workers ADD COLUMN process_id ${key}`
  yield* sql`ALTER TABLE registry_session_slots ADD COLUMN process_id ${key}`
})
