import { Context, Effect, Layer, type Scope } from "effect"

/**
 * Port: wake-up signals. A signal notifies workers, in this process and in others, that a topic has work. It may be
 * lost or unnecessary, so workers also poll.
 */
export class JobWakeup extends Context.Service<JobWakeup, {
  readonly signal: (topics: ReadonlyArray<string>) => Effect.Effect<void>
  /** Calls `wake` with the topic of each signal until the scope closes. */
  readonly subscribe: (wake: (topic: string) => void) => Effect.Effect<void, never, Scope.Scope>
}>()("@namewright/core/jobs/JobWakeup") {
  /** Signals within one process. */
  static readonly makeLocal: Effect.Effect<JobWakeup["Service"]> = Effect.sync(() => {
    const listeners = new Set<(topic: string) => void>()
    return JobWakeup.of({
      signal: (topics) =>
        Effect.sync(() => {
          for (const wake of listeners) topics.forEach(wake)
        }),
      subscribe: (wake) =>
        Effect.asVoid(Effect.acquireRelease(
          Effect.sync(() => listeners.add(wake)),
          () => Effect.sync(() => listeners.delete(wake))
        ))
    })
  })

  static readonly layerLocal = Layer.effect(JobWakeup, JobWakeup.makeLocal)
}
