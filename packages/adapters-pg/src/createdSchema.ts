import { isAway, sqlstateOf } from "@namewright/adapters-sql"
import { MigrationFailed, StorageUnavailable } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Creates the schema unless it exists: a role that may not create schemas can use one that it was given. */
export const createdSchema = (
  schema: string
): Effect.Effect<void, MigrationFailed | StorageUnavailable, SqlClient.SqlClient> =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const exists = Effect.map(
      sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`,
      (rows) => rows.length > 0
    )
    if (yield* exists) return
    // Another process may create it at the same time.
    yield* Effect.catch(
      sql`CREATE SCHEMA ${sql(schema)}`,
      (failure) => Effect.flatMap(exists, (isThere) => isThere ? Effect.void : Effect.fail(failure))
    )
  }).pipe(
    Effect.mapError((cause) =>
      isAway(cause)
        ? new StorageUnavailable({ cause })
        : new MigrationFailed({ cause, migration: null, sqlstate: sqlstateOf(cause) })
    )
  )
