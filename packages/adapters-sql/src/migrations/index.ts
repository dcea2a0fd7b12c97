import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { access } from "./0001_access.ts"
import { events } from "./0002_events.ts"

/** Every change of the schema, by number. Append only: a published entry is never edited. */
export const migrations: Record<string, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>> = {
  "0001_access": access,
  "0002_events": events
}
