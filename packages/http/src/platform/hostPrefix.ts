import { Effect, Predicate } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { problemResponse } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"
import { makeBrandAt } from "./makeBrandAt.ts"
import { requestIdOf } from "./requestId.ts"

/** Problems of a prefix. */
export const prefixProblems = (prefix: unknown): ReadonlyArray<string> =>
  Predicate.isString(prefix) && (prefix === "" || /^(?:\/[A-Za-z0-9._~-]+)+$/.test(prefix)) &&
    !/\/\.{1,2}(?:\/|$)/.test(prefix)
    ? []
    : [`prefix: expected a path such as "/domains", got ${JSON.stringify(prefix)}`]

/** Address of the interface: `base_url` with the prefix, unless it already ends with it. */
export const addressBelow = (base_url: string, prefix: string): string =>
  new URL(base_url).pathname.endsWith(prefix) ? base_url : `${base_url}${prefix}`

/** Path and query below a prefix; undefined for other paths. */
export const pathBelow = (url: string, prefix: string): string | undefined => {
  if (!url.startsWith(prefix)) return undefined
  const rest = url.slice(prefix.length)
  return rest.startsWith("/") ? rest : rest === "" || rest.startsWith("?") ? `/${rest}` : undefined
}

/** Path and query as the client sent them. Frameworks such as Express keep them when they remove the path of a mount. */
export const sentUrl = (source: object, url: string): string =>
  Predicate.hasProperty(source, "originalUrl") && Predicate.isString(source.originalUrl) ? source.originalUrl : url

/** Serves an application below a prefix, and at hosts of brands without it; other paths are not found. */
export const servedBelow =
  (prefix: string) => <E, R>(application: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.map(makeBrandAt, (brandAt) =>
      prefix === "" ? application : Effect.gen(function*() {
        const request = yield* HttpServerRequest.HttpServerRequest
        const sent = sentUrl(request.source, request.url)
        const isAtBrand = yield* brandAt(request.headers["host"]).pipe(
          Effect.map(Predicate.isNotNullish),
          // The application repeats a look-up that failed, and answers with its failure.
          Effect.catchDefect(() => Effect.succeed(true))
        )
        const url = isAtBrand ? sent : pathBelow(sent, prefix)
        return url === undefined
          ? HttpServerResponse.setHeader(outside, "x-request-id", requestIdOf(request.source))
          : yield* Effect.provideService(application, HttpServerRequest.HttpServerRequest, request.modify({ url }))
      }))

const outside = problemResponse(TransportProblem.routeNotFound("Nothing is at this path"))
