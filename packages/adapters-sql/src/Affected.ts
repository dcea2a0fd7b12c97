import { Effect, Predicate } from "effect"
import type { SqlError, Statement } from "effect/sql"

/** Number of rows that a statement wrote, without reading them back. */
export const affected = (statement: Statement.Statement<object>): Effect.Effect<number, SqlError.SqlError> =>
  Effect.map(statement.raw, (result) => {
    if (Predicate.hasProperty(result, "rowCount")) return Number(result.rowCount)
    return Predicate.hasProperty(result, "changes") ? Number(result.changes) : 0
  })
