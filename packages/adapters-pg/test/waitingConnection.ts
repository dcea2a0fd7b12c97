import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Ends when another connection waits for a lock. */
export const waitingConnection = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const waiting = sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((yield* waiting).length === 0) yield* Effect.yieldNow
})
