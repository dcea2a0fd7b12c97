import type { Actor } from "@namewright/core/shared"
import { Context } from "effect"

/**
 * Who calls, where the process itself forwards a request for somebody it has authenticated already. Nothing of a request
 * from outside gets in here: it is set around a single call in `mcp/OperationCalls.ts`, and nowhere else.
 */
export const ForwardedActor = Context.Reference<Actor | undefined>("@namewright/http/shared/ForwardedActor", {
  defaultValue: () => undefined
})
