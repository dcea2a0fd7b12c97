import { Cause, Effect, Exit, Layer, Predicate } from "effect"
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
    if (platform.isClosed()) throw new PlatformClosed()
    return promiseOf(
      (signal) =>
        platform.current().runPromiseExit(withStorageFailures(effect), signal === undefined ? undefined : { signal }),
      options,
      (cause) => rejectionOf(cause, platform.isClosed())
    )
  }

/** Starts work as a promise with options. `errorOf` is the error of a rejection. */
export const promiseOf = async <A>(
  start: (signal: AbortSignal | undefined) => Promise<Exit.Exit<A, unknown>>,
  options: RunOptions,
  errorOf: (cause: Cause.Cause<unknown>) => unknown
): Promise<A> => {
  const { reason, signal } = endingOf(options)
  if (hasEnded(signal)) throw reason()
  const running = start(signal)
  const exit = await (signal === undefined ? running : unlessAborted(running, signal))
  if (exit !== undefined && Exit.isSuccess(exit)) return exit.value
  if (exit === undefined || hasEnded(signal)) throw reason()
  throw errorOf(exit.cause)
}

/** An error of the host's own code, with which a call rejects as it is. */
export class HostRejection extends Error {
  readonly error: unknown

  constructor(error: unknown) {
    super("The code of the host rejected")
    this.error = error
  }
}

/** The signal that ends a call: the caller's, its time limit, or both. Time is the system's, whatever the platform's clock. */
const endingOf = ({ signal, timeout }: RunOptions) => {
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout)
  return {
    signal: signal === undefined || limit === undefined ? signal ?? limit : AbortSignal.any([signal, limit]),
    reason: (): unknown => signal?.aborted === true ? signal.reason : new CallTimeout(timeout ?? 0)
  }
}

/** A function, because the compiler takes the answer of a property for constant. */
const hasEnded = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** Undefined as soon as the signal is aborted: a call does not wait for work that continues after it. */
const unlessAborted = <A>(running: Promise<A>, signal: AbortSignal): Promise<A | undefined> => {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  signal.addEventListener("abort", end, { once: true })
  return Promise.race([running, aborted]).finally(() => signal.removeEventListener("abort", end))
}

/** Fails with the cause, or with the name of a failure that only the storage can recognize. */
const namedFailure = (cause: Cause.Cause<unknown>): Effect.Effect<never, unknown, Transaction> =>
  Effect.flatMap(Transaction, ({ lostRace, wasAway }) => {
    if (wasAway(cause)) return Effect.fail(new StorageUnavailable({ cause: Cause.squash(cause) }))
    if (lostRace(cause)) return Effect.fail(new TransactionLost({ cause: Cause.squash(cause) }))
    return Effect.failCause(cause)
  })

/** Names the failures of the storage. */
export const withStorageFailures = <A, R>(
  effect: Effect.Effect<A, unknown, R>
): Effect.Effect<A, unknown, R | Transaction> => Effect.catchCause(effect, namedFailure)

/** Names the failures of the storage while the services of a platform start. */
export const startedWithStorageFailures = <A, R>(
  services: Layer.Layer<A, unknown, R>
): Layer.Layer<A, unknown, R | Transaction> =>
  Layer.catchCause(services, (cause) => Layer.effectContext<A, unknown, Transaction>(namedFailure(cause)))

/** The error of a rejection: the one of a service or of the installation, or `InternalFailure` with the cause. */
export const rejectionOf = (cause: Cause.Cause<unknown>, isClosed: boolean): unknown => {
  if (isClosed && Cause.hasInterruptsOnly(cause)) return new PlatformClosed()
  const error = Cause.squash(cause)
  if (error instanceof HostRejection) return error.error
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
