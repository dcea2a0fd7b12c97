import { Cause, Duration, Effect, Exit } from "effect"
import { PlatformClosed, PlatformFailure, type Transaction } from "../shared/index.ts"
import type { PlatformRuntime } from "./PlatformRuntime.ts"
import { rejectionOf, withStorageFailures } from "./PromiseRunner.ts"

/** Pause before work begins again after a failure that passes. */
const pause = Duration.seconds(1)

/**
 * Runs work without an end, such as the worker, until the signal or the end of the platform; then it resolves. Begins again
 * after failures that pass: a storage that cannot be reached at the start or later, or a lost transaction.
 */
export const runEndless = async <R>(
  platform: PlatformRuntime<R | Transaction>,
  work: Effect.Effect<never, unknown, R | Transaction>,
  signal: AbortSignal | undefined
): Promise<void> => {
  if (platform.isClosed()) throw new PlatformClosed()
  const exit = await platform.current().runPromiseExit(withStorageFailures(work), { signal })
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
  const error = rejectionOf(exit.cause, false)
  if (!(error instanceof PlatformFailure) || !error.retryable) throw error
  await Effect.runPromiseExit(Effect.sleep(pause), { signal })
  if (signal?.aborted !== true && !platform.isClosed()) return runEndless(platform, work, signal)
}
