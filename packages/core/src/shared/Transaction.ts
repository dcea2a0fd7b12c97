import { type Cause, Context, type Effect } from "effect"

/** One unit of work over the platform's storage. Services open it; stores never do. */
export class Transaction extends Context.Service<Transaction, {
  /**
   * Runs `work` in a transaction: all of its writes or none. A failure of any kind undoes them. A nested call joins the
   * outer transaction as a savepoint. Work may run again when the database asks for a retry, so it must touch nothing
   * but the storage.
   */
  readonly atomically: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /**
   * Runs `work` in the open transaction, or in one of its own. It sets no savepoint: for work that writes nothing before
   * it can fail, or whose failure ends the whole transaction.
   */
  readonly joined: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs a signal once the outermost transaction has committed, at once when none is open. */
  readonly afterCommit: <R>(signal: Effect.Effect<void, never, R>) => Effect.Effect<void, never, R>
  /** Whether work failed because the storage could not be reached: then it may succeed when it runs again. */
  readonly wasAway: (cause: Cause.Cause<unknown>) => boolean
}>()("@namewright/core/shared/Transaction") {}
