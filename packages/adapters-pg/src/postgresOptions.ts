import type { Migrations } from "@namewright/adapters-sql"
import { expected, expectedBoolean, type OptionChecks, optionProblems } from "@namewright/core/shared"
import { Predicate, Redacted } from "effect"
import type { HostPool } from "./pool/HostPool.ts"
import { isHostPool } from "./pool/isHostPool.ts"

/** Where the database is: an address, or the host's pool. */
export interface Location {
  /** `postgres://user:password@host:port/database`. The platform keeps connections of its own. */
  readonly url?: string | Redacted.Redacted | undefined
  /**
   * A `Pool` of `pg`, with its TLS and passwords. The host ends it after the platform. The platform leaves no settings in
   * its sessions.
   */
  readonly pool?: HostPool | undefined
  /**
   * Schema of the tables: lower-case letters, digits and underscores. Default: that of the connection, usually `public`.
   * It is created where the role may do so.
   */
  readonly schema?: string | undefined
  /**
   * True if a pooler in transaction mode, such as PgBouncer, is between the platform and PostgreSQL. The platform then
   * uses no prepared statements, session settings and notifications. Workers find the jobs of other processes by polling.
   * Default false.
   */
  readonly pooler?: boolean | undefined
}

export interface Options extends Location {
  /** Connections of the platform's own pool. Default 10. Not for `pool`, which has its own size. */
  readonly maxConnections?: number | undefined
  /**
   * Treatment of the schema at the start. `run`, the default, runs the migrations that have not run yet; `check` refuses a
   * schema of another version; `off` does neither.
   */
  readonly migrate?: Migrations.Mode | undefined
}

const isAddress = (value: unknown): boolean => {
  const text = Redacted.isRedacted(value) ? Redacted.value(value) : value
  const url = Predicate.isString(text) && /^postgres(?:ql)?:\/\//.test(text) ? URL.parse(text) : null
  return url !== null && url.hostname !== ""
}

/** PostgreSQL folds other names, and keeps those of `pg_` for itself. */
const schemaName = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/

const locationChecks: OptionChecks<Location> = {
  // Not repeated, because it contains a password.
  url: (value) => isAddress(value) ? [] : ["expected postgres://user:password@host:port/database"],
  pool: expected("a Pool of pg", isHostPool),
  schema: expected(
    "a name of lower-case letters, digits and underscores",
    (value) => Predicate.isString(value) && schemaName.test(value)
  ),
  pooler: expectedBoolean
}

const checks: OptionChecks<Options> = {
  ...locationChecks,
  maxConnections: expected("a whole number, 1 or more", (value) => Number.isSafeInteger(value) && Number(value) > 0),
  migrate: expected("\"run\", \"check\" or \"off\"", (value) => value === "run" || value === "check" || value === "off")
}

const combinationProblems = ({ maxConnections, pool, url }: Options): ReadonlyArray<string> => [
  ...(url === undefined && pool === undefined ? ["url: expected an address, or the option pool"] : []),
  ...(url !== undefined && pool !== undefined ? ["pool: expected either url or pool, got both"] : []),
  ...(pool !== undefined && maxConnections !== undefined ? ["maxConnections: a pool has its own size"] : [])
]

export const postgresProblems = (options: Options): ReadonlyArray<string> => {
  const problems = optionProblems<Options>(options, checks)
  return Predicate.isObject(options) ? [...problems, ...combinationProblems(options)] : problems
}

export const locationProblems = (location: Location): ReadonlyArray<string> => {
  const problems = optionProblems<Location>(location, locationChecks)
  return Predicate.isObject(location) ? [...problems, ...combinationProblems(location)] : problems
}
