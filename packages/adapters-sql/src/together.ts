import { Context, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

type Writes = ReadonlyArray<Statement.Statement<unknown>>

/** Collects writes of `together` that another statement executes; null if they are executed at once. */
class CollectedWrites extends Context.Reference<Array<Statement.Statement<unknown>> | null>(
  "@namewright/adapters-sql/together/CollectedWrites",
  { defaultValue: () => null }
) {}

/** Writes for the next statement that can execute them with its own. */
class WaitingWrites extends Context.Reference<Array<Statement.Statement<unknown>>>(
  "@namewright/adapters-sql/together/WaitingWrites",
  { defaultValue: () => [] }
) {}

/**
 * Runs writes that are independent of each other's results and rows: as one statement on PostgreSQL, otherwise one
 * after another.
 */
export const together = (sql: SqlClient.SqlClient, writes: Writes): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(CollectedWrites, (collected) => {
    if (collected === null) return executed(sql, writes)
    collected.push(...writes)
    return Effect.void
  })

const executed = (sql: SqlClient.SqlClient, writes: Writes): Effect.Effect<void, SqlError.SqlError> => {
  const last = writes.at(-1)
  if (last === undefined) return Effect.void
  return sql.onDialectOrElse({
    pg: () => {
      const others = expressionsOf(sql, writes.slice(0, -1))
      return Effect.asVoid(others.length === 0 ? last : sql`WITH ${sql.csv(others)} ${last}`)
    },
    orElse: () => Effect.forEach(writes, (write) => write, { discard: true })
  })
}

/** Writes as common table expressions of a statement on PostgreSQL. */
const expressionsOf = (sql: SqlClient.SqlClient, writes: Writes): ReadonlyArray<Statement.Fragment> =>
  writes.map((write, index) => sql`${sql.literal(`write_${index} AS (`)}${write})`)

/**
 * Runs `work` after the writes of `first`, or on PostgreSQL with them: the first statement of `work` that contains
 * `waitingExpressions` executes those of `together`.
 */
export const writtenWith = <A, E, R, E2, R2>(
  sql: SqlClient.SqlClient,
  first: Effect.Effect<void, E, R>,
  work: Effect.Effect<A, E2, R2>
): Effect.Effect<A, E | E2 | SqlError.SqlError, R | R2> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.suspend(() => {
        const waiting: Array<Statement.Statement<unknown>> = []
        return Effect.provideService(first, CollectedWrites, waiting).pipe(
          Effect.andThen(Effect.provideService(work, WaitingWrites, waiting)),
          Effect.tap(() => executed(sql, waiting))
        )
      }),
    orElse: () => Effect.andThen(first, work)
  })

/** The waiting writes as common table expressions; the statement of the caller executes them. */
export const waitingExpressions = (sql: SqlClient.SqlClient): Effect.Effect<ReadonlyArray<Statement.Fragment>> =>
  Effect.map(WaitingWrites, (waiting) => expressionsOf(sql, waiting.splice(0)))
