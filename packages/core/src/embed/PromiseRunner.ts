import { Cause, Effect, Exit, Predicate } from "effect"
import {
  CallTimeout,
  InternalFailure,
  PlatformClosed,
  PlatformFailure,
  StorageUnavailable,
  Transaction,
  TransactionLost
} from "../shared/index.ts"
import type { PlatformRuntime } from "./PlatformRuntime.ts"

/** Options of every call that returns a promise. */
export interface RunOptions {
  /**
   * Ends the call, which then rejects with the signal's reason. Work that must not stop halfway, such as a registry
   * order, continues in the background.
   */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds after which the call rejects with `CallTimeout`, as by a signal. Default: no limit. */
  readonly timeout?: number | undefined
}

/** Runs an effect as a promise. Rejections are errors with a `code` and `retryable`, or the reason of the signal. */
export type RunPromise<R> = <A>(effect: Effect.Effect<A, unknown, R>, options?: RunOptions) => Promise<A>

export const makePromiseRunner =
  <R>(platform: PlatformRuntime<R | Transaction>): RunPromise<R | Transaction> => async (effect, options = {}) => {
    const ending = endingOf(options)
    ending?.throwIfAborted()
    if (platform.isClosed()) throw new PlatformClosed()
    const running = platform.current().runPromiseExit(
      withStorageFailures(effect),
      ending === undefined ? undefined : { signal: ending }
    )
    const exit = ending === undefined ? await running : await unlessEnded(running, ending)
    if (Exit.isSuccess(exit)) return exit.value
    ending?.throwIfAborted()
    throw rejectionOf(exit.cause, platform.isClosed())
  }

/** The signal that ends a call: the caller's, its time limit, or both. Time is the system's, whatever the platform's clock. */
const endingOf = ({ signal, timeout }: RunOptions): AbortSignal | undefined => {
  if (timeout === undefined) return signal
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new CallTimeout(timeout)), timeout)
  if (Predicate.hasProperty(timer, "unref") && Predicate.isFunction(timer.unref)) timer.unref()
  return signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal])
}

/** Waits for an exit, but not for work that continues after the signal. */
const unlessEnded = <A>(running: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    signal.addEventListener("abort", end, { once: true })
    void running.then(resolve, reject).finally(() => signal.removeEventListener("abort", end))
  })

/** Names the failures that only the storage can recognize. */
const withStorageFailures = <A, R>(effect: Effect.Effect<A, unknown, R>): Effect.Effect<A, unknown, R | Transaction> =>
  Effect.catchCause(
    effect,
    (cause) =>
      Effect.flatMap(Transaction, ({ lostRace, wasAway }) => {
        if (wasAway(cause)) return Effect.fail(new StorageUnavailable({ cause: Cause.squash(cause) }))
        if (lostRace(cause)) return Effect.fail(new TransactionLost({ cause: Cause.squash(cause) }))
        return Effect.failCause(cause)
      })
  )

/** The error of a rejection: the one of a service or of the installation, or `InternalFailure` with the cause. */
export const rejectionOf = (cause: Cause.Cause<unknown>, isClosed: boolean): Error => {
  if (isClosed && Cause.hasInterruptsOnly(cause)) return new PlatformClosed()
  const error = Cause.squash(cause)
  if (error === disposed) return new PlatformClosed()
  return isRejection(error) ? error : new InternalFailure({ cause: error })
}

/** Defect of a runtime that was disposed of. */
const disposed = "ManagedRuntime disposed"

/** Errors of rules are tagged and have a code of the catalogue. Errors of Node have a code too, but no tag. */
const isRejection = (error: unknown): error is Error =>
  error instanceof PlatformFailure ||
  error instanceof Error && Predicate.hasProperty(error, "_tag") &&
    (Predicate.hasProperty(error, "retryable") || error._tag === "InvalidInput")
