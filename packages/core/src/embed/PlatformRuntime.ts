import { Effect, Layer, ManagedRuntime } from "effect"
import { withCallContext } from "./withCallContext.ts"

/** The runtime of a platform, which is made anew after a failed start. */
export interface PlatformRuntime<R> {
  /**
   * The runtime of the current start. A start that failed is disposed of, and the next read returns a new runtime, which
   * starts with its first effect.
   */
  readonly current: () => ManagedRuntime.ManagedRuntime<R, unknown>
  readonly isClosed: () => boolean
  readonly dispose: () => Promise<void>
}

/** A start builds the layer once, for all callers that come meanwhile. */
interface Start<R> {
  readonly runtime: ManagedRuntime.ManagedRuntime<R, unknown>
  hasFailed: boolean
}

const begin = <R>(services: Layer.Layer<R, unknown>): Start<R> => {
  const layer = withCallContext(services)
  const start: Start<R> = {
    hasFailed: false,
    runtime: ManagedRuntime.make(Layer.tapCause(layer, () => Effect.sync(() => void (start.hasFailed = true))))
  }
  return start
}

export const makePlatformRuntime = <R>(layer: Layer.Layer<R, unknown>): PlatformRuntime<R> => {
  let start = begin(layer)
  let isClosed = false
  const ended = new Set<Promise<void>>()

  /** Releases what the failed start has acquired, such as connections. */
  const discard = ({ runtime }: Start<R>): void => {
    const disposed = runtime.dispose()
    ended.add(disposed)
    void disposed.finally(() => ended.delete(disposed))
  }

  return {
    current: () => {
      if (start.hasFailed && !isClosed) {
        discard(start)
        start = begin(layer)
      }
      return start.runtime
    },
    isClosed: () => isClosed,
    dispose: async () => {
      isClosed = true
      await Promise.all([start.runtime.dispose(), ...ended])
    }
  }
}
