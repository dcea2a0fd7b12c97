import { RequestHistory } from "@namewright/core/archive"
import { RequestOfWork } from "@namewright/core/shared"
import { ByteSize, type Cause, Clock, Context, Effect, flow, Option, Result, type Types } from "effect"
import {
  FindMyWay,
  Headers,
  HttpIncomingMessage,
  HttpMethod,
  HttpMiddleware,
  HttpRouter,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { inClientForm } from "../compatibility/inClientForm.ts"
import { CurrentRequest } from "../shared/CurrentRequest.ts"
import { HttpSettings, trustedNetwork } from "../shared/HttpSettings.ts"
import { rulesOf } from "../shared/OperationRules.ts"
import { PeerAddress } from "../shared/PeerAddress.ts"
import { problemResponse } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"
import { CoveredHosts } from "../tls/CoveredHosts.ts"
import { isMisdirected } from "../tls/isMisdirected.ts"
import { hostAuthentication } from "./hostAuthentication.ts"
import { operations, quietRoutes, routerConfig } from "./operations.ts"
import { failureResponse } from "./requestFailure.ts"
import { requestIdOf } from "./requestId.ts"
import { logRequest } from "./requestLog.ts"
import { countRequest } from "./requestMetrics.ts"
import { requestRecord } from "./requestRecord.ts"
import { routesByHost } from "./routesByHost.ts"
import { wrappedList } from "./wrappedList.ts"

type Request = HttpServerRequest.HttpServerRequest
type Answer = HttpServerResponse.HttpServerResponse
type Covers = (typeof CoveredHosts)["Service"]
type Answering = Effect.Effect<Answer, Types.unhandled, HttpServerRequest.HttpServerRequest>

/**
 * Middleware of every route. Before the route it assigns the request id, limits the body and normalizes the query. After
 * the route it maps failures to problems, sets the common headers, counts and logs.
 */
export const layer = HttpRouter.middleware(
  Effect.gen(function*() {
    const settings = yield* HttpSettings
    const addressed = forwardedAddress(settings.trustedProxies)
    const identified = yield* hostAuthentication
    const admitted = yield* routesByHost
    const history = yield* RequestHistory
    const covers = yield* CoveredHosts
    return (route) => bounded(addressed(admitted(identified(withRoute(route)))), settings, history, covers)
  }),
  { global: true }
)

const bounded = (
  handler: Answering,
  settings: HttpSettings,
  history: RequestHistory["Service"],
  covers: Covers
): Answering =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const started = clock.currentTimeNanosUnsafe()
    const startedAt = clock.currentTimeMillisUnsafe()
    const { context, current, refused, request } = contextOf(fiber.context, settings, covers)

    const report = (status: number, failure?: Cause.Cause<unknown>): Effect.Effect<void> => {
      const nanos = Number(clock.currentTimeNanosUnsafe() - started)
      const facts = { method: request.method, route: current.route?.path, status }
      countRequest(fiber.context, facts, nanos / 1e9)
      const silent = !settings.requestLog || quietRoutes.some((quiet) => quiet === facts.route)
      if (silent && failure === undefined) return Effect.void
      const line = { request_id: current.id, ...facts, duration_ms: nanos / 1e6, actor: current.actor }
      return logRequest(line, failure)
    }

    const answered = (answer: Answer, failure?: Cause.Cause<unknown>): Effect.Effect<Answer> => {
      const { actor, route } = current
      const operation = route === undefined ? undefined : operations.get(`${route.method} ${route.path}`)
      const formed = wrappedList(answer, request, operation)
        ?? inClientForm(answer, request, operation?.identifier, settings)
      const sent = HttpServerResponse.setHeaders(formed, answerHeaders(current, formed, settings))
      if (settings.requestHistory && operation !== undefined && actor !== undefined) {
        const duration = Number(clock.currentTimeNanosUnsafe() - started) / 1e6
        history.record(requestRecord({ actor, answer: sent, current, duration, request, started: startedAt }))
      }
      return Effect.as(report(sent.status, failure), sent)
    }

    const failed = (cause: Cause.Cause<Types.unhandled>): Answering => {
      const answer = failureResponse(cause, request)
      return answer === undefined
        ? Effect.andThen(report(callerGone), Effect.failCause(cause))
        : answered(answer, answer.status < 500 ? undefined : cause)
    }

    const done: Answering = Effect.matchCauseEffect(refused === undefined ? handler : Effect.succeed(refused), {
      onSuccess: (answer) => answered(answer),
      onFailure: failed
    })
    return Effect.updateContext(done, () => context)
  })

/** Status in the log of a request whose caller disconnected. */
const callerGone = 499

/** Context of a request's handler, and the refusal of a request that cannot be handled. */
const contextOf = (outer: Context.Context<never>, { maximumBodyBytes }: HttpSettings, covers: Covers) => {
  const original: Request = Context.getUnsafe(outer, HttpServerRequest.HttpServerRequest)
  const url = plainQueryNotation(original.url)
  const address = Context.get(outer, PeerAddress)
  const request = url === original.url && address === undefined ? original : original.modify({
    url,
    ...(address === undefined ? {} : { remoteAddress: Option.some(address) })
  })
  const limit = bodyLimit(request, maximumBodyBytes)
  const current: CurrentRequest["Service"] = {
    id: requestIdOf(original.source),
    route: undefined,
    actor: undefined,
    body: undefined,
    headers: {}
  }
  let context = Context.add(Context.add(outer, CurrentRequest, current), HttpServerRequest.HttpServerRequest, request)
  context = Context.add(context, RequestOfWork, current.id)
  if (HttpMethod.hasBody(request.method)) {
    context = Context.add(context, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit))
  }
  return { context, current, refused: refusalOf(request, limit, covers), request }
}

const refusalOf = (request: Request, limit: number, covers: Covers): Answer | undefined =>
  announcesTooMuch(request, limit)
    ? problemResponse(TransportProblem.payloadTooLarge(`The body may have at most ${limit} bytes`))
    : lacksHost(request)
    ? problemResponse(TransportProblem.badRequest("The header Host is required"))
    : isMisdirected(request, covers)
    ? problemResponse(TransportProblem.misdirectedRequest("The certificate of this connection does not cover the host"))
    : undefined

/** True for a request of HTTP/1.1 without `Host` (RFC 9112, section 3.2). Web requests have no version. */
const lacksHost = ({ headers, source }: Request): boolean =>
  headers["host"] === undefined && "httpVersion" in source && source.httpVersion === "1.1"

/**
 * Keeps the route of a request, which the router stores in the context of the fiber: a middleware that changes the context
 * restores the previous one.
 */
const withRoute = (handler: Answering): Answering =>
  Effect.withFiber((fiber) => {
    const current = Context.getUnsafe(fiber.context, CurrentRequest)
    return Effect.onExit(handler, () =>
      Effect.sync(() => {
        current.route = Context.getOrUndefined(fiber.context, HttpRouter.RouteContext)?.route
      }))
  })

const answerHeaders = (current: CurrentRequest["Service"], answer: Answer, { retryAfterSeconds }: HttpSettings) => ({
  "x-request-id": current.id,
  "x-content-type-options": "nosniff",
  ...(answer.headers["cache-control"] === undefined ? { "cache-control": "no-store" } : {}),
  ...(answer.status === 401 && answer.headers["www-authenticate"] === undefined
    ? { "www-authenticate": "Bearer" }
    : {}),
  ...(answer.status === 429 || answer.status === 503 ? { "retry-after": String(retryAfterSeconds) } : {}),
  ...current.headers
})

type Handler<E, R> = Effect.Effect<Answer, E, R | Request>

/**
 * Takes the caller's address from `X-Forwarded-For` if the peer is one of these proxies. The host is always that of `Host`,
 * because proxies pass on an `X-Forwarded-Host` that the caller has sent.
 */
const forwardedAddress = (trusted: ReadonlyArray<string> = []) => {
  const networks = trusted.map((text) => Result.getOrThrow(trustedNetwork(text)))
  return networks.length === 0
    ? <E, R>(handler: Handler<E, R>): Handler<E, R> => handler
    : flow(HttpMiddleware.xForwardedHeaders({ trustedProxies: networks }), withoutForwardedHost)
}

const withoutForwardedHost = <E, R>(handler: Handler<E, R>): Handler<E, R> =>
  Effect.updateService(
    handler,
    HttpServerRequest.HttpServerRequest,
    (request) =>
      request.headers["x-forwarded-host"] === undefined
        ? request
        : request.modify({ headers: Headers.remove(request.headers, "x-forwarded-host") })
  )

/** Limits of bodies in bytes, of operations that declare one. */
const declaredLimits = FindMyWay.make<number>(routerConfig)
for (const endpoint of operations.values()) {
  const bytes = rulesOf(endpoint).write?.body
  if (bytes !== undefined) declaredLimits.on(endpoint.method, endpoint.path as `/${string}`, bytes)
}

/** Limit of the body in bytes: the declared limit if it exceeds the setting. */
const bodyLimit = ({ method, url }: Request, standard: number): number =>
  method === "GET" ? standard : Math.max(declaredLimits.find(method, url)?.handler ?? standard, standard)

/** True if `Content-Length` exceeds the limit of the request. */
const announcesTooMuch = ({ headers }: Request, limit: number): boolean =>
  headers["content-length"] !== undefined && Number(headers["content-length"]) > limit

/**
 * Rewrites the keys of repeated parameters, `key[]=a` and `key[0]=a`, to the plain notation. Values are unchanged.
 * Source: REST specification, "Endpoints".
 */
const plainQueryNotation = (url: string): string => {
  const start = url.indexOf("?")
  if (start === -1 || !/\[|%5B/i.test(url.slice(start))) return url
  const query = url.slice(start + 1).split("&").map((pair) => pair.replace(indexedKey, "$1$2"))
  return `${url.slice(0, start)}?${query.join("&")}`
}

const indexedKey = /^([^=[%]+)(?:\[|%5B)\d*(?:\]|%5D)(=|$)/i
