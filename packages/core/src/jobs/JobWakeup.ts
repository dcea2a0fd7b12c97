import { Context, type Effect, type Scope } from "effect"

/**
 * Port: tells workers, in this process and in others, that a topic has work. A signal may be lost or come for nothing;
 * workers look by themselves now and then.
 */
export class JobWakeup extends Context.Service<JobWakeup, {
  readonly signal: (topics: ReadonlyArray<string>) => Effect.Effect<void>
  /** Calls `wake` with each topic that was signalled, until the scope closes. */
  readonly subscribe: (wake: (topic: string) => void) => Effect.Effect<void, never, Scope.Scope>
}>()("@namewright/core/jobs/JobWakeup") {}
