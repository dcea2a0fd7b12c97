import { StorageUnavailable, Transaction, TransactionLost, TransactionQueryFailed } from "@namewright/core/shared"
import { Cause, Effect, identity, Layer, Metric, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { asDefect, isAway, sqlstateOf } from "./asDefect.ts"

/** Maximum retries of one transaction. The database delays the losers of a conflict itself. */
const reruns = 6

/** Number of repeated transactions. More than a few mean that two code paths lock rows in different orders. */
export const transactionReruns = Metric.counter("storage_transaction_reruns_total", {
  description: "Transactions that ran again because the database chose another one",
  incremental: true
})

export const layer = Layer.effect(
  Transaction,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const once = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.catchIf(
        sql.withTransaction(work),
        SqlError.isSqlError,
        (failure) => Effect.die(asDefect(failure))
      ) as Effect.Effect<A, E, R>

    // Only the outermost transaction is repeated, because the database has rolled all of it back.
    const within = <A, E, R>(work: Effect.Effect<A, E, R>, nested: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(
        Effect.serviceOption(sql.transactionService),
        (outer) => Option.isSome(outer) ? nested : rerunLostRaces(once(work))
      )

    return Transaction.of({
      atomically: (work) => within(work, once(work)),
      joined: (work) => within(work, work),
      unrepeated: once,
      query: (statement, values) =>
        Effect.mapError(
          sql.unsafe(statement, values.map(sql.onDialectOrElse({ pg: () => identity, orElse: () => sqliteValue })))
            .unprepared,
          queryFailure
        ),
      afterCommit: sql.afterCommit,
      wasAway: (cause) => reasonsOf(cause).includes("ConnectionError"),
      lostRace
    })
  })
)

/**
 * Repeats work after a deadlock or a serialisation failure. Both are defects, because stores turn all failures of
 * drivers into defects.
 */
const rerunLostRaces = <A, E, R>(work: Effect.Effect<A, E, R>, left = reruns): Effect.Effect<A, E, R> =>
  Effect.catchCause(work, (cause) =>
    left > 0 && lostRace(cause)
      ? Effect.andThen(Metric.update(transactionReruns, 1), rerunLostRaces(work, left - 1))
      : Effect.failCause(cause))

const lostRace = (cause: Cause.Cause<unknown>): boolean => reasonsOf(cause).some((reason) => races.has(reason))

const reasonsOf = (cause: Cause.Cause<unknown>): ReadonlyArray<SqlError.SqlErrorReason["_tag"]> =>
  cause.reasons.flatMap((reason) =>
    Cause.isDieReason(reason) && SqlError.isSqlError(reason.defect) ? [reason.defect.reason._tag] : []
  )

/**
 * Errors after which a transaction is repeated. A lost connection is not one of them: its transaction may have been
 * committed.
 */
const races: ReadonlySet<SqlError.SqlErrorReason["_tag"]> = new Set(
  ["DeadlockError", "SerializationError", "LockTimeoutError"] as const
)

/** SQLite has no types for these. */
const sqliteValue = (value: unknown): unknown =>
  typeof value === "boolean" ? Number(value) : value instanceof Date ? value.toISOString() : value

const queryFailure = (cause: SqlError.SqlError): StorageUnavailable | TransactionLost | TransactionQueryFailed => {
  if (isAway(cause)) return new StorageUnavailable({ cause })
  return races.has(cause.reason._tag)
    ? new TransactionLost({ cause })
    : new TransactionQueryFailed({ cause, sqlstate: sqlstateOf(cause) })
}
