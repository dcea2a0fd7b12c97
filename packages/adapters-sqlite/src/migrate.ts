import { Migrations } from "@namewright/adapters-sql"
import { rejectionOf } from "@namewright/core/embed"
import { ConfigurationError, expected, type OptionChecks, optionProblems } from "@namewright/core/shared"
import { Effect, Exit, Predicate } from "effect"
import type { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { dirname, resolve } from "node:path"
import * as SqliteClient from "./SqliteClient.ts"

export type SchemaStatus = Migrations.SchemaStatus

/** Where the database is. */
export interface Location {
  /** Path of the database file. */
  readonly filename: string
}

const checks: OptionChecks<Location> = {
  filename: expected("the path of a file", (value) => Predicate.isString(value) && value !== "" && value !== ":memory:")
}

const onDatabase = async <A>(
  location: Location,
  fileOf: (location: Location) => string,
  work: Effect.Effect<A, unknown, SqlClient.SqlClient>
): Promise<A> => {
  const problems = optionProblems<Location>(location, checks, { required: ["filename"] })
  if (problems.length > 0) throw new ConfigurationError(problems)
  const client = SqliteClient.layer({ filename: fileOf(location) })
  const exit = await Effect.runPromiseExit(Effect.scoped(Effect.provide(work, client)))
  if (Exit.isSuccess(exit)) return exit.value
  throw rejectionOf(exit.cause, false)
}

/**
 * Runs the migrations that have not run yet, in one transaction, and creates the file if needed. Returns their names.
 * Processes that migrate at the same time wait for each other.
 */
export const migrate = (location: Location): Promise<ReadonlyArray<string>> =>
  onDatabase(location, ({ filename }) => filename, Migrations.namesRun)

/** A missing file would be created when it is opened. It has the schema of an empty database. */
const existing = ({ filename }: Location): string =>
  existsSync(filename) || !existsSync(dirname(resolve(filename))) ? filename : ":memory:"

/** The schema of the database, and the one that this version needs. Changes nothing. */
export const schemaStatus = (location: Location): Promise<SchemaStatus> =>
  onDatabase(location, existing, Migrations.status)
