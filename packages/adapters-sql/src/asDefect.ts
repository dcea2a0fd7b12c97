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
