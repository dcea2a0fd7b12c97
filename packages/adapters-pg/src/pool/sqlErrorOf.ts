import { Predicate } from "effect"
import { SqlError } from "effect/sql"

type Properties = { readonly cause: unknown; readonly message: string; readonly operation: string }

const reasonOf = (code: string | undefined, properties: Properties): SqlError.SqlErrorReason => {
  // Errors of sockets and of the pool itself have no SQLSTATE.
  if (code === undefined || code.startsWith("08")) return new SqlError.ConnectionError(properties)
  if (code.startsWith("28")) return new SqlError.AuthenticationError(properties)
  if (code === "42501") return new SqlError.AuthorizationError(properties)
  if (code.startsWith("42")) return new SqlError.SqlSyntaxError(properties)
  if (code === "23505") {
    const { cause } = properties
    const constraint = Predicate.hasProperty(cause, "constraint") ? String(cause.constraint) : "unknown"
    return new SqlError.UniqueViolation({ ...properties, constraint })
  }
  if (code.startsWith("23")) return new SqlError.ConstraintError(properties)
  if (code === "40P01") return new SqlError.DeadlockError(properties)
  if (code === "40001") return new SqlError.SerializationError(properties)
  if (code === "55P03") return new SqlError.LockTimeoutError(properties)
  if (code === "57014") return new SqlError.StatementTimeoutError(properties)
  return new SqlError.UnknownError(properties)
}

/** The failure of a statement or connection of `pg`, classified by its SQLSTATE. */
export const sqlErrorOf = (operation: string) => (cause: unknown): SqlError.SqlError => {
  const code = Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : undefined
  const sqlstate = code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
  return new SqlError.SqlError({
    reason: reasonOf(sqlstate, { cause, message: `The ${operation} failed`, operation })
  })
}
