import type { ServedHost } from "@namewright/core/branding"
import { Context } from "effect"

/** White-label host that received the request, as `routesByHost` found it; null for the hosts of the installation. */
export const CalledHost = Context.Reference<ServedHost | null>("@namewright/http/platform/CalledHost", {
  defaultValue: () => null
})
