import {
  type Gathered,
  StorageUnavailable,
  Transaction,
  TransactionLost,
  TransactionQueryFailed
} from "@namewright/core/shared"
import { Cause, Context, Effect, identity, Layer, Metric, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { asDefect, isAway, sqlstateOf } from "./asDefect.ts"
import { outermostTransaction } from "./outermostTransaction.ts"
import { writtenWith } from "./together.ts"

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

    const outermost = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        const pending = new Pending()
        const writing = Effect.tap(Effect.provideService(work, OpenTransaction, pending), pending.end)
        return Effect.uninterruptibleMask((restore) =>
          Effect.tap(withDefects(outermostTransaction(sql)(restore(writing))), pending.committed)
        )
      })
    const nested = <A, E, R>(work: Effect.Effect<A, E, R>) => forgettingFailed(withDefects(sql.withTransaction(work)))

    // Only the outermost transaction is repeated, because the database has rolled all of it back.
    const within = <A, E, R>(inner: Effect.Effect<A, E, R>, outer: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(Effect.serviceOption(sql.transactionService), (open) => Option.isSome(open) ? inner : outer)

    return Transaction.of({
      atomically: (work) => within(nested(work), rerunLostRaces(outermost(work))),
      joined: (work) => within(work, rerunLostRaces(outermost(work))),
      unrepeated: (work) => within(nested(work), outermost(work)),
      query: (statement, values) =>
        Effect.mapError(
          sql.unsafe(statement, values.map(sql.onDialectOrElse({ pg: () => identity, orElse: () => sqliteValue })))
            .unprepared,
          queryFailure
        ),
      afterCommit: (signal) =>
        Effect.flatMap(OpenTransaction, (open) => open === null ? logged(signal) : open.signal(signal)),
      atEnd: <A>(gathered: Gathered<A>, item: A) =>
        Effect.flatMap(OpenTransaction, (open) => open === null ? gathered.write([item]) : open.add(gathered, item)),
      withAdded: (work) =>
        Effect.flatMap(
          OpenTransaction,
          (open) => open === null ? work : withDefects(writtenWith(sql, open.write, work))
        ),
      wasAway: (cause) => reasonsOf(cause).includes("ConnectionError"),
      lostRace
    })
  })
)

/** Failures of the database become defects. */
const withDefects = <A, E, R>(work: Effect.Effect<A, E | SqlError.SqlError, R>): Effect.Effect<A, E, R> =>
  Effect.catchIf(work, SqlError.isSqlError, (failure) => Effect.die(asDefect(failure))) as Effect.Effect<A, E, R>

/** Pending items of an outermost transaction, and signals that run after its commit. */
class Pending {
  private readonly added: Array<{ readonly gathered: Gathered<unknown>; readonly item: unknown }> = []
  private readonly signals: Array<Effect.Effect<void>> = []
  private written = 0
  private isOpen = true

  add<A>(gathered: Gathered<A>, item: A): Effect.Effect<void> {
    return this.whileOpen(() => this.added.push({ gathered: gathered as Gathered<unknown>, item }))
  }

  signal(signal: Effect.Effect<void>): Effect.Effect<void> {
    return this.whileOpen(() => this.signals.push(signal))
  }

  /** The current state, and a function that returns to it when what was added since is rolled back. */
  savepoint(): () => void {
    const { added, signals, written } = this
    const [items, waiting] = [added.length, signals.length]
    return () => {
      added.length = items
      signals.length = waiting
      this.written = written
    }
  }

  readonly write: Effect.Effect<void> = Effect.suspend(() => {
    const byKind = Map.groupBy(this.added.slice(this.written), ({ gathered }) => gathered)
    this.written = this.added.length
    return Effect.forEach(byKind, ([gathered, items]) => gathered.write(items.map(({ item }) => item)), {
      discard: true
    })
  })

  readonly end: Effect.Effect<void> = Effect.suspend(() => {
    this.isOpen = false
    return this.write
  })

  readonly committed: Effect.Effect<void> = Effect.suspend(() =>
    Effect.forEach(this.signals, logged, { discard: true })
  )

  private whileOpen(add: () => void): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (!this.isOpen) return Effect.die(new Error("The transaction has already ended"))
      add()
      return Effect.void
    })
  }
}

/** Runs a signal; a defect is logged. */
const logged = (signal: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.ignoreCause(signal, { log: "Unhandled", message: "Error after a commit" })

/** Null outside of transactions. */
class OpenTransaction
  extends Context.Reference<Pending | null>("@namewright/adapters-sql/TransactionSql/OpenTransaction", {
    defaultValue: () => null
  })
{}

const forgettingFailed = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(OpenTransaction, (open) => {
    if (open === null) return work
    const restore = open.savepoint()
    return Effect.onError(work, () => Effect.sync(restore))
  })

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
