import { Layer } from "effect"
import { Migrator } from "effect/sql"
import { migrations } from "./migrations/index.ts"
import { migrationScript, migrationTable } from "./MigrationScript.ts"

/** The table that records which migrations have run. */
export const table = migrationTable

export { migrationScript as toSql }

/** Runs what has not run yet, in one transaction; answers the numbers and names that ran. */
export const run = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table })

/** Brings the schema up to date when the platform starts. */
export const layer = Layer.effectDiscard(run)
