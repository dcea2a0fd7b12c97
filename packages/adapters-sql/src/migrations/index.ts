import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { events } from "./0002_events.ts"

/** Every change of the schema, by number. Append only: a published entry is never edited. */
export const migrations: Record<string, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>> = {
  "0002_events": events
}
