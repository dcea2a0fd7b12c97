import { MigrationFailed, SchemaMismatch, StorageUnavailable } from "@namewright/core/shared"
import { Cause, Effect, Layer, Record } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { isAway, sqlstateOf } from "./asDefect.ts"
import { migrations } from "./migrations/index.ts"
import { migrationScript, migrationTable } from "./MigrationScript.ts"

/** Table of the migrations that have run. */
export const table = migrationTable

export { migrationScript as toSql }

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

/** Refuses a schema that a later version has migrated. */
export const refuseNewer = Effect.flatMap(
  version,
  (found) => found.stored > found.known ? Effect.fail(new SchemaMismatch(found)) : Effect.void
)

/** Refuses every schema but the one of this version. */
const refuseOther = Effect.flatMap(
  version,
  (found) => found.stored === found.known ? Effect.void : Effect.fail(new SchemaMismatch(found))
)

/** Every migration, with its name in its failure. */
const namedMigrations = Record.map(
  migrations,
  (migration, name) =>
    Effect.mapError(
      migration,
      (cause) => isAway(cause) ? cause : new MigrationFailed({ cause, migration: name, sqlstate: sqlstateOf(cause) })
    )
)

/** The migrator wraps the failures of migrations. */
const failureOf = (failure: unknown): StorageUnavailable | MigrationFailed | SchemaMismatch => {
  const inner = failure instanceof Migrator.MigrationError ? failure.cause ?? failure : failure
  if (inner instanceof MigrationFailed || inner instanceof SchemaMismatch) return inner
  return isAway(inner)
    ? new StorageUnavailable({ cause: inner })
    : new MigrationFailed({ cause: inner, migration: null, sqlstate: sqlstateOf(inner) })
}

/** Failures of a lost connection are defects where its transaction is rolled back. */
const named = <A, R>(work: Effect.Effect<A, unknown, R>) =>
  Effect.catchCause(work, (cause): Effect.Effect<never, StorageUnavailable | MigrationFailed | SchemaMismatch> => {
    const failures = cause.reasons.flatMap((reason) =>
      Cause.isFailReason(reason) ? [reason.error] : Cause.isDieReason(reason) ? [reason.defect] : []
    )
    const lost = failures.map(failureOf).find((failure) => failure instanceof StorageUnavailable)
    return lost === undefined ? Effect.mapError(Effect.failCause(cause), failureOf) : Effect.fail(lost)
  })

/**
 * Runs all pending migrations in one transaction. Returns their numbers and names. Refuses the schema of a later version.
 */
export const run = Effect.andThen(
  refuseNewer,
  Migrator.make({})({ loader: Migrator.fromRecord(namedMigrations), table })
).pipe(
  named
)

/**
 * Treatment of the schema when a platform starts. `run`: pending migrations run. `check`: a schema of another version is
 * refused. `off`: the schema is not read.
 */
export type Mode = "run" | "check" | "off"

/** Migrates or checks the schema when the platform starts. */
export const layerOf = (
  mode: Mode
): Layer.Layer<never, StorageUnavailable | MigrationFailed | SchemaMismatch, SqlClient.SqlClient> => {
  if (mode === "off") return Layer.empty
  return Layer.effectDiscard(mode === "run" ? Effect.asVoid(run) : named(refuseOther))
}

/** Migrates the schema when the platform starts. */
export const layer = layerOf("run")

/** Names of the migrations that `run` has run, such as `0001_baseline`. */
export const namesRun = Effect.map(
  run,
  (ran) => ran.map(([number, name]) => `${String(number).padStart(4, "0")}_${name}`)
)

/** The schema of a database, compared with that of this version. */
export interface SchemaStatus {
  /** Number of the last migration that has run; 0 in an empty database. */
  readonly stored: number
  /** Number of the last migration of this version. */
  readonly known: number
  /** Names of the migrations that have not run yet. */
  readonly pending: ReadonlyArray<string>
  /** `newer` if a later version has migrated the database, which this version refuses. */
  readonly state: "current" | "outdated" | "newer"
}

export const status = named(
  Effect.map(version, ({ known, stored }): SchemaStatus => ({
    stored,
    known,
    pending: Object.keys(migrations).filter((name) => Number.parseInt(name, 10) > stored).toSorted(),
    state: stored === known ? "current" : stored < known ? "outdated" : "newer"
  }))
)
