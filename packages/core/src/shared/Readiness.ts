import { Context, type Effect } from "effect"

/** Readiness of an installation, checked by load balancers and the command line. */
export class Readiness extends Context.Service<Readiness, {
  /** True if the storage responds within a bounded time. */
  readonly check: Effect.Effect<boolean>
}>()("@namewright/core/shared/Readiness") {}
