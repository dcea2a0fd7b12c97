import { Effect, Layer } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { migrations } from "./migrations/index.ts"
import { migrationScript, migrationTable } from "./MigrationScript.ts"

/** Table of the migrations that have run. */
export const table = migrationTable

export { migrationScript as toSql }

/** Runs all pending migrations in one transaction. Returns their numbers and names. */
export const run = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table })

/** Schema versions of the database and of the code: numbers of migrations, 0 before the first. */
export const version = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const exists = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT 1 FROM pg_tables WHERE tablename = ${table} AND schemaname = ANY (current_schemas(false))`,
    orElse: () => sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${table}`
  })
  const known = Math.max(0, ...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))
  if (exists.length === 0) return { stored: 0, known }
  const [row] = yield* sql<{ readonly newest: number | null }>`SELECT max(migration_id) AS newest FROM ${sql(table)}`
  return { stored: row?.newest ?? 0, known }
})

/** Migrates the schema when the platform starts. */
export const layer = Layer.effectDiscard(run)
