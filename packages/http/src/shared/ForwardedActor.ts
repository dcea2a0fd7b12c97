import type { Actor } from "@namewright/core/shared"
import { Context } from "effect"

/**
 * Authenticated caller of a request that the process forwards itself. Only `platform/OperationCalls.ts` sets it, around
 * a single call; external requests cannot.
 */
export const ForwardedActor = Context.Reference<Actor | undefined>("@namewright/http/shared/ForwardedActor", {
  defaultValue: () => undefined
})
