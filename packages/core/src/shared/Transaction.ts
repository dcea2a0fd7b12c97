import { type Cause, Context, type Effect } from "effect"
import type { StorageUnavailable, TransactionLost, TransactionQueryFailed } from "./PlatformFailure.ts"

/** Items of one kind that a transaction writes together. */
export interface Gathered<A> {
  /** Writes the items of a transaction, in the order in which they were added; at least one. */
  readonly write: (items: ReadonlyArray<A>) => Effect.Effect<void>
}

/** One unit of work over the platform's storage. Services open it; stores never do. */
export class Transaction extends Context.Service<Transaction, {
  /**
   * Runs `work` in a transaction: all of its writes are stored, or none. Any failure undoes them. A nested call is a
   * savepoint of the outer transaction. If the database requests a retry, `work` runs again, so its only side effects
   * may be in the storage.
   */
  readonly atomically: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Runs `work` in the open transaction, or in a new one. It sets no savepoint: use it for work that writes nothing
   * before it can fail, or whose failure ends the whole transaction.
   */
  readonly joined: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs `work` in a new transaction, which does not run again if it loses against a concurrent one. */
  readonly unrepeated: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs a statement of the host in the open transaction. */
  readonly query: (
    statement: string,
    values: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<object>, StorageUnavailable | TransactionLost | TransactionQueryFailed>
  /**
   * Runs a signal after the outermost transaction has committed, or at once if none is open. Signals of a savepoint that is
   * rolled back do not run. They run in order; a defect of one is logged, and does not concern the caller.
   */
  readonly afterCommit: (signal: Effect.Effect<void>) => Effect.Effect<void>
  /**
   * Adds an item, to be written with others of its kind at the end of the outermost transaction. Items of a savepoint that is
   * rolled back are not written. Without an open transaction, the item is written at once.
   */
  readonly atEnd: <A>(gathered: Gathered<A>, item: A) => Effect.Effect<void>
  /**
   * Writes the items that were added so far, then runs `work`, which locks a row that others wait for. On PostgreSQL the
   * statement that locks the row can write them. A failure of `work` has to end the transaction or its savepoint.
   */
  readonly withAdded: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** True if work failed because the storage was unreachable; it may succeed later. */
  readonly wasAway: (cause: Cause.Cause<unknown>) => boolean
  /** True if the database rolled work back in favour of concurrent work, or a lock was not released in time. */
  readonly lostRace: (cause: Cause.Cause<unknown>) => boolean
}>()("@namewright/core/shared/Transaction") {}
