import { ConfigurationError } from "@namewright/core/embed"
import { Context, Effect, Scope } from "effect"
import { HttpEffect, type HttpServerRequest } from "effect/http"
import { hostingOf, type HostSettings } from "./HostSettings.ts"
import { requestContext } from "./platform/requestContext.ts"
import { startedHandler } from "./platform/startedHandler.ts"
import type { ServedPlatform } from "./routes.ts"
import { PeerAddress } from "./shared/PeerAddress.ts"

export interface FetchSettings extends HostSettings<Request> {
  /**
   * The IP address of the caller, for IP restrictions and limits: the host knows it, a web request does not contain it.
   * An embedded realm needs it. Without it, refused credentials are not limited.
   */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
}

/**
 * The REST interface as a web-standard function, for Hono, Next, Bun, Deno and every other host that has one. It shares
 * services and connections with the platform, and ends with it. A storage that cannot be opened
 * rejects, and the next request tries again.
 */
export const toFetch = (
  platform: ServedPlatform,
  { clientAddress, ...settings }: FetchSettings = {}
): (request: Request) => Promise<Response> => {
  if (settings.realm === "embedded" && clientAddress === undefined) {
    throw new ConfigurationError(["clientAddress: an embedded realm needs the addresses of callers"])
  }
  // A host that knows the caller's address has looked through its proxies, unless it names them.
  const { trustedProxies = [] } = settings
  const { application, atAddress } = hostingOf({ ...settings, trustedProxies })
  const started = startedHandler(platform, (scope) =>
    atAddress(Effect.gen(function*() {
      const app = yield* Scope.provide(application, scope)
      const context = requestContext(yield* Effect.context<never>())
      return HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(app)
    })))
  return async (request) => {
    const handle = await started()
    const address = clientAddress?.(request)
    return address === undefined ? handle(request) : handle(request, Context.make(PeerAddress, address))
  }
}
