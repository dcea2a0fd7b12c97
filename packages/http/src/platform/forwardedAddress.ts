import { type Effect, Result } from "effect"
import { HttpMiddleware, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { trustedNetwork } from "../shared/HttpSettings.ts"

type Route<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/** Takes the caller's address from `X-Forwarded-For` where the peer is one of these proxies. */
export const forwardedAddress = (trusted: ReadonlyArray<string> = []) => {
  const networks = trusted.map((text) => Result.getOrThrow(trustedNetwork(text)))
  return networks.length === 0
    ? <E, R>(route: Route<E, R>): Route<E, R> => route
    : HttpMiddleware.xForwardedHeaders({ trustedProxies: networks })
}
