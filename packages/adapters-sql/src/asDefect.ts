import { Predicate } from "effect"
import { SqlError } from "effect/sql"

/**
 * SQLSTATE codes of a PostgreSQL server that stops, has crashed, starts, has lost its database, or accepts no more
 * connections. These states are temporary, but the driver reports them like permanent failures. Source: PostgreSQL
 * documentation, appendix A.
 */
const awayStates: ReadonlySet<unknown> = new Set(["57P01", "57P02", "57P03", "57P05", "53300"])

/** Defect of a failure. An unavailable database is always a lost connection, whichever error reports it. */
export const asDefect = (failure: unknown): unknown => {
  if (!SqlError.isSqlError(failure) || failure.reason._tag !== "UnknownError") return failure
  const { cause, message, operation } = failure.reason
  const isAway = Predicate.hasProperty(cause, "code") && awayStates.has(cause.code)
  return isAway
    ? new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause, message, operation }) })
    : failure
}

/** States in which a database refuses connections: a wrong password, an unknown role, an unknown database. */
const refusedStates: ReadonlySet<unknown> = new Set(["28000", "28P01", "3D000"])

/** True for a failure to connect, or of a connection. */
export const isAway = (failure: unknown): boolean => {
  const named = asDefect(failure)
  if (!SqlError.isSqlError(named)) return false
  const { reason } = named
  return reason._tag === "ConnectionError" || reason._tag === "AuthenticationError" ||
    refusedStates.has(sqlstateOf(named))
}

/** SQLSTATE of a failure of PostgreSQL. Null on SQLite, which has none. */
export const sqlstateOf = (failure: unknown): string | null => {
  if (!SqlError.isSqlError(failure)) return null
  const { cause } = failure.reason
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  return Predicate.isString(code) && /^[0-9A-Z]{5}$/.test(code) ? code : null
}
