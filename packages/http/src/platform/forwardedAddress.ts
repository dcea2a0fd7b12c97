import { Effect, Result } from "effect"
import { HttpMiddleware, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { IpNetwork } from "effect/net"

type Route<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/**
 * Takes the caller's address from `X-Forwarded-For` where the peer is one of these proxies. An entry that is neither an
 * address nor a network is a mistake of the configuration, and named with all others.
 */
export const forwardedAddress = Effect.fnUntraced(function*(trusted: ReadonlyArray<string>) {
  const networks: Array<IpNetwork.IpNetwork> = []
  const mistakes: Array<string> = []
  for (const text of trusted) {
    const network = IpNetwork.fromString(text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`)
    if (Result.isSuccess(network)) networks.push(network.success)
    else mistakes.push(text)
  }
  if (mistakes.length > 0) {
    return yield* Effect.die(new Error(`trustedProxies: not an address or a network: ${mistakes.join(", ")}`))
  }
  return networks.length === 0
    ? <E, R>(route: Route<E, R>): Route<E, R> => route
    : HttpMiddleware.xForwardedHeaders({ trustedProxies: networks })
})
