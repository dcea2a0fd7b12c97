// Written by `npm run collect`: do not edit.
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { baseline } from "./0001_baseline.ts"

/** Every change of the schema, by number. Append only: a published entry is never edited. */
export const migrations: Record<string, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>> = {
  "0001_baseline": baseline
}
