import { Transaction } from "@namewright/core/shared"
import { Cause, Context, Effect, Layer, Metric, Option } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"
import { asDefect } from "./asDefect.ts"
import { orDieSql } from "./Codecs.ts"

/** How often one transaction may lose; the database has made each loser wait already, and lets the others go on first. */
const reruns = 6

/** Transactions that ran again. Any number but a small one says that two kinds of work lock rows in different orders. */
export const transactionReruns = Metric.counter("storage_transaction_reruns_total", {
  description: "Transactions that ran again because the database chose another one",
  incremental: true
})

/** Whether a transaction that begins is to be on the disk when it has ended; for clients that no statement tells so. */
export const CommitsWaitForDisk = Context.Reference<boolean>("@namewright/adapters-sql/CommitsWaitForDisk", {
  defaultValue: () => true
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

    const onPostgres = (statement: Statement.Statement<unknown>): Effect.Effect<unknown> =>
      sql.onDialectOrElse({ pg: () => orDieSql(statement), orElse: () => Effect.void })

    /** Lists are planned anew each time; the statements of a transaction go by keys and keep their plans (PostgreSQL). */
    const keepPlans = onPostgres(sql`SET LOCAL plan_cache_mode = auto`)
    const keepPlansAndForget = onPostgres(
      sql`SELECT set_config('plan_cache_mode', 'auto', TRUE), set_config('synchronous_commit', 'off', TRUE)`
    )

    // Only the outermost transaction runs again: a database that lost a race has undone all of it.
    const within = <A, E, R>(
      work: Effect.Effect<A, E, R>,
      nested: Effect.Effect<A, E, R>,
      begun = keepPlans
    ): Effect.Effect<A, E, R> =>
      Effect.flatMap(
        Effect.serviceOption(sql.transactionService),
        (outer) => Option.isSome(outer) ? nested : rerunLostRaces(once(Effect.andThen(begun, work)))
      )

    return Transaction.of({
      atomically: (work) => within(work, once(work)),
      joined: (work) => within(work, work),
      // What the work starts to be done afterwards waits for the disk again.
      forgettable: (work) =>
        Effect.provideService(
          within(Effect.provideService(work, CommitsWaitForDisk, true), once(work), keepPlansAndForget),
          CommitsWaitForDisk,
          false
        ),
      afterCommit: sql.afterCommit,
      wasAway: (cause) => reasonsOf(cause).includes("ConnectionError")
    })
  })
)

/** Stores turn driver failures into defects, so a deadlock or a serialisation failure is looked for there. */
const rerunLostRaces = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.sandbox(work).pipe(
    Effect.retry({
      while: (cause) => lostRace(cause) ? Effect.as(Metric.update(transactionReruns, 1), true) : Effect.succeed(false),
      times: reruns
    }),
    Effect.catch(Effect.failCause)
  )

const lostRace = (cause: Cause.Cause<unknown>): boolean => reasonsOf(cause).some((reason) => races.has(reason))

const reasonsOf = (cause: Cause.Cause<unknown>): ReadonlyArray<SqlError.SqlErrorReason["_tag"]> =>
  cause.reasons.flatMap((reason) =>
    Cause.isDieReason(reason) && SqlError.isSqlError(reason.defect) ? [reason.defect.reason._tag] : []
  )

/** Not a connection that is lost: its transaction may have committed, and would be done twice. */
const races: ReadonlySet<SqlError.SqlErrorReason["_tag"]> = new Set(
  ["DeadlockError", "SerializationError", "LockTimeoutError"] as const
)
