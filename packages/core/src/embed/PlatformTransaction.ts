import { Cause, Effect, Exit, Semaphore } from "effect"
import {
  HostTransaction,
  PlatformFailure,
  RegistryInTransaction,
  Transaction,
  TransactionEnded
} from "../shared/index.ts"
import { callHost } from "../telemetry/index.ts"
import type { RunCall } from "./PromiseCalls.ts"
import { HostRejection, promiseOf, rejectionOf, type RunOptions, withStorageFailures } from "./PromiseRunner.ts"
import { tracedCall } from "./tracedCall.ts"

/** A value of a statement of the host. */
export type QueryValue = string | number | bigint | boolean | Date | Uint8Array | null

/** Statements of the host in a transaction. */
export interface TransactionStatements {
  /**
   * Runs a statement of the host on the connection of the transaction. Placeholders are those of the database: `$1` on
   * PostgreSQL, `?` on SQLite. A failed statement rolls the transaction back.
   */
  readonly query: <Row extends object = Readonly<Record<string, unknown>>>(
    sql: string,
    values?: ReadonlyArray<QueryValue>
  ) => Promise<ReadonlyArray<Row>>
  /** Runs work in a savepoint: if it rejects, only its own writes are rolled back. Other statements wait for its end. */
  readonly transaction: <A>(work: (tx: this) => Promise<A>, options?: RunOptions) => Promise<A>
}

/** Calls of services as promises, run by the given function. */
type CallsIn<R, Calls> = (run: RunCall<R>) => Calls

/**
 * Runs the host's work in one transaction, which commits when the promise resolves and rolls back when it rejects. Work
 * does not run again.
 */
export const hostTransaction = <R, Calls extends object, A>(
  work: (tx: Calls & TransactionStatements) => Promise<A>,
  callsIn: CallsIn<R, Calls>
): Effect.Effect<A, unknown, R | Transaction> =>
  Effect.flatMap(
    Transaction,
    ({ unrepeated }) => Effect.provideService(unrepeated(session(work, callsIn)), HostTransaction, true)
  )

/** Runs the host's work in the transaction of its context. */
const session = Effect.fnUntraced(function*<R, Calls extends object, A>(
  work: (tx: Calls & TransactionStatements) => Promise<A>,
  callsIn: CallsIn<R, Calls>
): Effect.fn.Return<A, unknown, R | Transaction> {
  const transaction = yield* Transaction
  const context = yield* Effect.context<R | Transaction>()
  // A connection carries out one statement after the other.
  const turn = yield* Semaphore.make(1)
  const ended = new AbortController()
  let failure: Cause.Cause<unknown> | undefined

  /** A failure of the storage, or of a statement of the host, ends the transaction, even if the host catches it. */
  const noted = <B, E, Needs>(effect: Effect.Effect<B, E, Needs>) =>
    Effect.tapCause(withStorageFailures(effect), (cause) =>
      Effect.sync(() => {
        if (isFatal(cause)) failure ??= cause
      }))

  const start = <B>(effect: Effect.Effect<B, unknown, R | Transaction>, signal: AbortSignal | undefined) =>
    Effect.runPromiseExit(
      Effect.provideContext(turn.withPermit(noted(effect)), context),
      { signal: signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]) }
    )

  const run = async <B>(effect: Effect.Effect<B, unknown, R | Transaction>, options: RunOptions): Promise<B> => {
    if (ended.signal.aborted) throw new TransactionEnded()
    return promiseOf(
      (signal) => start(effect, signal),
      options,
      (cause) =>
        ended.signal.aborted && Cause.hasInterruptsOnly(cause) ? new TransactionEnded() : rejectionOf(cause, false)
    )
  }

  /** In a savepoint, so that a refused call stores nothing. */
  const runCall: RunCall<R> = (effect, options, name) => run(tracedCall(name, transaction.atomically(effect)), options)

  const statements: TransactionStatements = {
    query: async <Row extends object>(sql: string, values: ReadonlyArray<QueryValue> = []) =>
      await run(transaction.query(sql, values), {}) as ReadonlyArray<Row>,
    transaction: <B>(inner: (tx: Calls & TransactionStatements) => Promise<B>, options: RunOptions = {}) =>
      run(transaction.atomically(session(inner, callsIn)), options)
  }

  const closed = Effect.uninterruptible(
    Effect.andThen(Effect.sync(() => ended.abort()), turn.withPermit(Effect.void))
  )
  const exit = yield* Effect.exit(
    Effect.mapError(callHost(() => work({ ...callsIn(runCall), ...statements })), (error) => new HostRejection(error))
  ).pipe(Effect.ensuring(closed))
  if (Exit.isSuccess(exit) && failure !== undefined) return yield* Effect.failCause(failure)
  return yield* exit
})

/** True for failures after which the transaction cannot continue. A refusal rolls back its own savepoint only. */
const isFatal = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  if (error instanceof RegistryInTransaction || error instanceof HostRejection) return false
  return error instanceof PlatformFailure || cause.reasons.some(Cause.isDieReason)
}
