import { Context, type Effect } from "effect"

/** Whether an installation can serve: asked by load balancers and by the command line. */
export class Readiness extends Context.Service<Readiness, {
  /** True when the storage answers within a bounded time. */
  readonly check: Effect.Effect<boolean>
}>()("@namewright/core/shared/Readiness") {}
