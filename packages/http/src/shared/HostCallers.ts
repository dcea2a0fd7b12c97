import type { PermissionDenied } from "@namewright/core/access"
import type { Actor } from "@namewright/core/shared"
import { Context, type Effect } from "effect"

/** Authentication of the host, for routes in its own server. */
export interface HostCallers {
  /**
   * Actor of a request, which has the type that the host received. Undefined without a caller. Fails if the organization
   * does not accept calls from its address: the one that the host passes, or else that of the request.
   */
  readonly find: (request: object, address: string | undefined) => Effect.Effect<Actor | undefined, PermissionDenied>
  /** True if requests without a caller of the host may use credentials of the platform. */
  readonly platformCredentials: boolean
}

/** Undefined if the platform authenticates all callers itself. */
export const HostCallers = Context.Reference<HostCallers | undefined>("@namewright/http/shared/HostCallers", {
  defaultValue: () => undefined
})

/** Caller of a request whom the host has authenticated. Only `platform/hostAuthentication.ts` sets it. */
export const HostActor = Context.Reference<Actor | undefined>("@namewright/http/shared/HostActor", {
  defaultValue: () => undefined
})
