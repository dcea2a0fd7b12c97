import { Cause, Duration, Effect, Exit } from "effect"
import { PlatformClosed, StorageUnavailable } from "../shared/index.ts"
import type { PlatformRuntime } from "./PlatformRuntime.ts"
import { rejectionOf } from "./PromiseRunner.ts"
import { Worker } from "./Worker.ts"

/** Pause between two starts while the storage cannot be reached. */
const pause = Duration.seconds(1)

/** Runs the worker until the signal or the end of the platform. Waits for a storage that cannot be reached at the start. */
export const runWorker = async <R>(
  platform: PlatformRuntime<R | Worker>,
  signal: AbortSignal | undefined
): Promise<void> => {
  if (platform.isClosed()) throw new PlatformClosed()
  const work = Effect.flatMap(Worker, (worker) => worker.work)
  const exit = await platform.current().runPromiseExit(work, { signal })
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
  const error = rejectionOf(exit.cause, false)
  if (!(error instanceof StorageUnavailable)) throw error
  await Effect.runPromiseExit(Effect.sleep(pause), { signal })
  if (signal?.aborted !== true && !platform.isClosed()) return runWorker(platform, signal)
}
