import type { Actor } from "@namewright/core/shared"
import { Context } from "effect"

/**
 * Actor of a request that the process forwards to itself for an authenticated caller. External requests cannot set it:
 * it is provided only around single calls in `mcp/OperationCalls.ts`.
 */
export const ForwardedActor = Context.Reference<Actor | undefined>("@namewright/http/shared/ForwardedActor", {
  defaultValue: () => undefined
})
