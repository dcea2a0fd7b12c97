import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/**
 * Runs writes that are independent of each other's results and rows: as one statement on PostgreSQL, otherwise one
 * after another.
 */
export const together = (
  sql: SqlClient.SqlClient,
  writes: ReadonlyArray<Statement.Statement<unknown>>
): Effect.Effect<void, SqlError.SqlError> => {
  const last = writes.at(-1)
  if (last === undefined) return Effect.void
  return sql.onDialectOrElse({
    pg: () => {
      const others = writes.slice(0, -1).map((write, index) => sql`${sql.literal(`write_${index} AS (`)}${write})`)
      return Effect.asVoid(others.length === 0 ? last : sql`WITH ${sql.csv(others)} ${last}`)
    },
    orElse: () => Effect.forEach(writes, (write) => write, { discard: true })
  })
}
