import { Context, Effect, Layer, type Scope } from "effect"

/**
 * Port: tells workers, in this process and in others, that a topic has work. A signal may be lost or come for nothing;
 * workers look by themselves now and then.
 */
export class JobWakeup extends Context.Service<JobWakeup, {
  readonly signal: (topics: ReadonlyArray<string>) => Effect.Effect<void>
  /** Calls `wake` with each topic that was signalled, until the scope closes. */
  readonly subscribe: (wake: (topic: string) => void) => Effect.Effect<void, never, Scope.Scope>
}>()("@namewright/core/jobs/JobWakeup") {
  /** Within one process. */
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
