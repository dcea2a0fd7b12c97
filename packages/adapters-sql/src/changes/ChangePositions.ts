import { Effect, Option, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { IntegerColumn } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"

const CountRow = Schema.Struct({ n: IntegerColumn })

/** The feed has one row of `change_feed`. */
const feed = 1

/**
 * Positions of the change feed, in the column `position` of `events` and `ledger_entries`.
 *
 * SQLite has one writer, so an insert takes the next position. On PostgreSQL transactions commit in another order than they
 * write: an insert takes the next number of a sequence, stored as a negative position, and `sequence` replaces the negative
 * positions of committed rows by the next positions, in the order of the numbers. All rows of a transaction that was
 * committed before another one wrote have lower numbers and are visible if the other's are, so they come first.
 */
export const changePositions = (sql: SqlClient.SqlClient) => {
  const { count, forUpdate, isPostgres } = dialect(sql)
  const counts = decodedRows(CountRow).map(({ n }) => n)

  const newest = (table: Statement.Fragment) =>
    sql`COALESCE((SELECT position FROM ${table} WHERE position > 0 ORDER BY position DESC LIMIT 1), 0)`
  const removed = sql`COALESCE((SELECT removed_through FROM change_feed WHERE feed = ${feed}), 0)`

  /** Highest assigned position. */
  const last = isPostgres
    ? sql`COALESCE((SELECT last FROM change_feed WHERE feed = ${feed}), 0)`
    : sql`max(${newest(sql`events`)}, ${newest(sql`ledger_entries`)}, ${removed})`

  const lowest = (table: Statement.Fragment) => sql`COALESCE((SELECT min(position) FROM ${table}), 0)`

  /** True if committed rows have no position. The minimum is read from the index, with any statistics of the table. */
  const hasWaiting = isPostgres
    ? sql`(${lowest(sql`events`)} < 0 OR ${lowest(sql`ledger_entries`)} < 0)`
    : sql`0`

  const waitingIn = (table: Statement.Fragment, limit: number) =>
    sql`(SELECT position FROM ${table} WHERE position < 0 ORDER BY position DESC LIMIT ${limit})`

  const renumber = (table: Statement.Fragment) =>
    sql`UPDATE ${table} SET position = numbered.position FROM numbered WHERE ${table}.position = numbered.written`

  const lock = Effect.gen(function*() {
    const locked = () => sql`SELECT last AS n FROM change_feed WHERE feed = ${feed} ${forUpdate}`
    const found = yield* counts.firstOf(locked())
    if (Option.isSome(found)) return
    yield* sql`INSERT INTO change_feed (feed, last, removed_through) VALUES (${feed}, 0, 0) ON CONFLICT DO NOTHING`
    yield* locked()
  })

  /** One statement, so that both tables are read in one snapshot; it begins after the lock. */
  const assign = (limit: number) =>
    counts.firstOf(sql`WITH waiting AS (
        SELECT position FROM (${waitingIn(sql`events`, limit)} UNION ALL ${
      waitingIn(sql`ledger_entries`, limit)
    }) AS both_tables
        ORDER BY position DESC LIMIT ${limit}),
      numbered AS MATERIALIZED (
        SELECT position AS written, ${last} + row_number() OVER (ORDER BY position DESC) AS position FROM waiting),
      of_events AS (${renumber(sql`events`)}),
      of_entries AS (${renumber(sql`ledger_entries`)})
      UPDATE change_feed SET last = last + (SELECT count(*) FROM numbered) WHERE feed = ${feed}
      RETURNING (SELECT ${count} FROM numbered) AS n`)

  const sequence = (limit: number): Effect.Effect<number, SqlError.SqlError> =>
    isPostgres
      ? Effect.andThen(lock, Effect.map(assign(limit), Option.getOrElse(() => 0)))
      : Effect.succeed(0)

  return {
    /** The position of a new row, as an expression of its insert. */
    next: isPostgres ? sql`-nextval('change_order')` : sql`1 + ${last}`,
    /** The positions of the rows of an insert from a query, as an expression of the query. */
    nextOfRows: isPostgres ? sql`-nextval('change_order')` : sql`row_number() OVER () + ${last}`,
    last,
    removed,
    hasWaiting,
    sequence,
    /** Before rows are removed: assigns all positions, so that every reader that misses rows is notified. */
    sequenceAll: Effect.gen(function*() {
      const batch = 1000
      for (let assigned = batch; assigned === batch;) assigned = yield* sequence(batch)
      yield* lock
    }),
    /** After rows were removed. Needs `sequenceAll`. */
    markRemoved: (through: number) =>
      sql`UPDATE change_feed SET removed_through = ${through} WHERE feed = ${feed} AND removed_through < ${through}`
  }
}
