import { Transaction } from "@namewright/core/shared"
import { Cause, Effect, Layer, Metric, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { asDefect } from "./asDefect.ts"

/** How often one transaction may lose; the database has made each loser wait already, and lets the others go on first. */
const reruns = 6

/** Transactions that ran again. Any number but a small one says that two kinds of work lock rows in different orders. */
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

    // Only the outermost transaction runs again: the database has rolled all of it back.
    const within = <A, E, R>(work: Effect.Effect<A, E, R>, nested: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(
        Effect.serviceOption(sql.transactionService),
        (outer) => Option.isSome(outer) ? nested : rerunLostRaces(once(work))
      )

    return Transaction.of({
      atomically: (work) => within(work, once(work)),
      joined: (work) => within(work, work),
      afterCommit: sql.afterCommit,
      wasAway: (cause) => reasonsOf(cause).includes("ConnectionError")
    })
  })
)

/** Stores turn driver failures into defects, so a deadlock or a serialisation failure is looked for there. */
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

/** Not a connection that is lost: its transaction may have committed, and would be done twice. */
const races: ReadonlySet<SqlError.SqlErrorReason["_tag"]> = new Set(
  ["DeadlockError", "SerializationError", "LockTimeoutError"] as const
)
