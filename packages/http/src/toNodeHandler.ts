import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { standardSettings } from "@namewright/core/shared"
import { Effect, Predicate, Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { problemText } from "./compatibility/clientProblem.ts"
import { hostingOf, type HostSettings } from "./HostSettings.ts"
import { pathBelow, sentUrl } from "./platform/hostPrefix.ts"
import { makeBrandAt, ownHosts } from "./platform/makeBrandAt.ts"
import { refuseStalledBody } from "./platform/refuseStalledBody.ts"
import { requestContext } from "./platform/requestContext.ts"
import { requestIdOf } from "./platform/requestId.ts"
import { startedHandler } from "./platform/startedHandler.ts"
import { refuseUnknownCallers, type ServedPlatform } from "./routes.ts"
import type { HttpSettings } from "./shared/HttpSettings.ts"
import { catalogueProblemOf, problemJson } from "./shared/Problem.ts"

/** What Node's own server and Connect, Express and their like call with a request. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void
) => void

/**
 * The REST interface as a handler of Node requests. It reads bodies itself: mount it before middleware that does. It
 * shares services and connections with the platform, and ends with it. A body of which no byte arrives for 30 seconds is
 * answered with 408; requests that Node itself refuses are answered by the host's server. A request outside the prefix goes
 * to `next`, or is not found, unless it is for the host of a brand.
 */
export const toNodeHandler = (
  platform: ServedPlatform,
  settings: HostSettings<IncomingMessage> = {}
): NodeHandler => {
  const { application, atAddress, http: complete, prefix } = hostingOf(settings)
  refuseUnknownCallers(platform, complete)
  const isOwn = ownHosts(platform.settings ?? standardSettings)
  const started = startedHandler(platform, (scope) =>
    atAddress(Effect.gen(function*() {
      const app = yield* Scope.provide(application, scope)
      const brandAt = yield* makeBrandAt
      const run = Effect.runPromiseWith(yield* Effect.context<never>())
      return {
        handle: yield* Effect.updateContext(NodeHttpServer.makeHandler(app, { scope }), requestContext),
        isAtBrand: (host: string | undefined) => run(Effect.map(brandAt(host), Predicate.isNotNullish))
      }
    })))

  return (request, response, next) => {
    const answer = () => {
      refuseStalledBody(request, response, complete)
      started().then(
        ({ handle }) => handle(request, response),
        (error) => next === undefined ? answerUnavailable(request, response, complete) : next(error)
      )
    }
    if (next === undefined || pathBelow(sentUrl(request, request.url ?? "/"), prefix) !== undefined) return answer()
    const { host } = request.headers
    // Requests at the installation's own hosts do not wait for the platform; those at other hosts wait for a look-up.
    if (isOwn(host)) return next()
    started().then(({ isAtBrand }) => isAtBrand(host)).then((isBranded) => isBranded ? answer() : next(), next)
  }
}

const answerUnavailable = (
  request: IncomingMessage,
  response: ServerResponse,
  { retryAfterSeconds, ...form }: HttpSettings
): void => {
  const problem = catalogueProblemOf("ERROR_SERVICE_UNAVAILABLE", "The storage cannot be opened")
  const body = problemText(problem, form)
  response.writeHead(problem.status, {
    "content-type": problemJson,
    "content-length": Buffer.byteLength(body),
    "x-request-id": requestIdOf(request),
    "retry-after": String(retryAfterSeconds)
  })
  response.end(body)
}
