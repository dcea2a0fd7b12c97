import { Cause, Duration, Effect, Exit } from "effect"
import { PlatformClosed, StorageUnavailable } from "../shared/index.ts"
import type { PlatformRuntime } from "./PlatformRuntime.ts"
import { rejectionOf } from "./PromiseRunner.ts"

/** Pause between two starts while the storage cannot be reached. */
const pause = Duration.seconds(1)

/**
 * Runs work without an end, such as the worker, until the signal or the end of the platform; then it resolves. Waits for a
 * storage that cannot be reached at the start.
 */
export const runEndless = async <R>(
  platform: PlatformRuntime<R>,
  work: Effect.Effect<never, unknown, R>,
  signal: AbortSignal | undefined
): Promise<void> => {
  if (platform.isClosed()) throw new PlatformClosed()
  const exit = await platform.current().runPromiseExit(work, { signal })
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
  const error = rejectionOf(exit.cause, false)
  if (!(error instanceof StorageUnavailable)) throw error
  await Effect.runPromiseExit(Effect.sleep(pause), { signal })
  if (signal?.aborted !== true && !platform.isClosed()) return runEndless(platform, work, signal)
}
