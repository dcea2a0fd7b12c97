import { Migrations } from "@namewright/adapters-sql"
import { rejectionOf } from "@namewright/core/embed"
import { ConfigurationError } from "@namewright/core/shared"
import { Effect, Exit } from "effect"
import type { SqlClient } from "effect/sql"
import { client } from "./client.ts"
import { createdSchema } from "./createdSchema.ts"
import { type Location, locationProblems } from "./postgresOptions.ts"

export type SchemaStatus = Migrations.SchemaStatus

const onDatabase = async <A>(location: Location, work: Effect.Effect<A, unknown, SqlClient.SqlClient>): Promise<A> => {
  const problems = locationProblems(location)
  if (problems.length > 0) throw new ConfigurationError(problems)
  const options = location.pool === undefined ? { ...location, maxConnections: 1 } : location
  const exit = await Effect.runPromiseExit(Effect.scoped(Effect.provide(work, client(options))))
  if (Exit.isSuccess(exit)) return exit.value
  throw rejectionOf(exit.cause, false)
}

/**
 * Creates the schema where the role may do so, and runs the migrations that have not run yet, in one transaction. Returns
 * their names. Processes that migrate at the same time wait for each other.
 */
export const migrate = (location: Location): Promise<ReadonlyArray<string>> =>
  onDatabase(
    location,
    Effect.andThen(
      location.schema === undefined ? Effect.void : createdSchema(location.schema),
      Migrations.namesRun
    )
  )

/** The schema of the database, and the one that this version needs. Changes nothing. */
export const schemaStatus = (location: Location): Promise<SchemaStatus> => onDatabase(location, Migrations.status)
