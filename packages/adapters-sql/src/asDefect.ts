import { Predicate } from "effect"
import { SqlError } from "effect/sql"

/**
 * PostgreSQL stops, has crashed, starts, has lost its database, or takes no more connections: states that pass, which
 * the driver does not tell from failures that do not. Source: PostgreSQL documentation, appendix A.
 */
const awayStates: ReadonlySet<unknown> = new Set(["57P01", "57P02", "57P03", "57P05", "53300"])

/** What leaves the typed channel for a failure: a database that is away is a lost connection, in whatever words it says so. */
export const asDefect = (failure: unknown): unknown => {
  if (!SqlError.isSqlError(failure) || failure.reason._tag !== "UnknownError") return failure
  const { cause, message, operation } = failure.reason
  const isAway = Predicate.hasProperty(cause, "code") && awayStates.has(cause.code)
  return isAway
    ? new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause, message, operation }) })
    : failure
}
