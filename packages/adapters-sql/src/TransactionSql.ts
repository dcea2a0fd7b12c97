import { Transaction } from "@namewright/core/shared"
import { Cause, Effect, Layer, Option, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"

const retries = Schedule.exponential("5 millis").pipe(Schedule.jittered, Schedule.upTo({ times: 6 }))

export const layer = Layer.effect(
  Transaction,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const once = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.catchIf(sql.withTransaction(work), SqlError.isSqlError, Effect.die) as Effect.Effect<A, E, R>

    return Transaction.of({
      // Only the outermost transaction runs again: a database that lost a race has undone all of it.
      atomically: (work) =>
        Effect.flatMap(
          Effect.serviceOption(sql.transactionService),
          (outer) => Option.isSome(outer) ? once(work) : rerunLostRaces(once(work))
        ),
      afterCommit: sql.afterCommit
    })
  })
)

/** Stores turn driver failures into defects, so a deadlock or a serialisation failure is looked for there. */
const rerunLostRaces = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.sandbox(work).pipe(
    Effect.retry({ while: lostRace, schedule: retries }),
    Effect.catch(Effect.failCause)
  )

const lostRace = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) =>
    Cause.isDieReason(reason) && SqlError.isSqlError(reason.defect) && reason.defect.isRetryable
  )
