import { withoutAuthCodes } from "@namewright/core/access"
import { CurrentActor, type InputIssue, PlatformSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Stream } from "effect"
import {
  HttpBody,
  HttpClientRequest,
  type HttpMethod,
  HttpRouter,
  HttpServerRequest,
  type HttpServerResponse
} from "effect/http"
import { contextHeader } from "../billing/BillingApi.ts"
import { collectedEvents, eventStreamType } from "../shared/eventStream.ts"
import { ForwardedActor } from "../shared/ForwardedActor.ts"
import { validationProblem } from "../shared/Problem.ts"
import { IsMetered } from "../shared/RateLimiter.ts"
import type { Operation } from "./OperationCatalog.ts"

/** Input of an operation. Values have their JSON types, as in the REST interface. */
export interface OperationInput {
  readonly pathParams?: Readonly<Record<string, string | number>> | undefined
  /** Query parameters. A list is sent as a repeated parameter; null and undefined are omitted. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Sent as JSON; undefined sends no body. */
  readonly body?: unknown
  /** Suborganization for which the caller acts, sent as header if the operation supports it. */
  readonly organizationContext?: string | undefined
  /** Idempotency key: a repeated call returns the stored response, if the operation supports it. */
  readonly idempotencyKey?: string | undefined
  /** Other headers of the request, such as `If-Match`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** True if the tokens of the caller's rate limit have already been taken for this call. */
  readonly isMetered?: boolean | undefined
}

/** Response of the REST interface. */
export interface OperationAnswer {
  readonly httpStatus: number
  /** Parsed JSON, text, or collected events. For other content its type and size in bytes; null for an empty response. */
  readonly data: unknown
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * Calls operations of the REST interface within the process, as the current actor. A call passes the same router,
 * handlers, limits and log as an HTTP request. Tools reach services only through it.
 */
export class OperationCalls extends Context.Service<OperationCalls, {
  readonly call: (
    operation: Operation,
    input: OperationInput
  ) => Effect.Effect<OperationAnswer, never, CurrentActor>
}>()("@namewright/http/platform/OperationCalls") {
  static readonly layer = Layer.effect(
    OperationCalls,
    Effect.gen(function*() {
      const router = yield* HttpRouter.HttpRouter
      const { base_url } = yield* PlatformSettings
      // Built with the first call: global middleware is complete only after all layers have been built.
      let application: ReturnType<typeof router.asHttpEffect> | undefined

      const call = Effect.fnUntraced(function*(operation: Operation, input: OperationInput) {
        const issues = pathIssues(operation, input)
        if (issues.length > 0) {
          return { httpStatus: 422, data: validationProblem(issues), headers: {} }
        }
        application ??= router.asHttpEffect()
        const actor = yield* CurrentActor
        const response = application.pipe(
          Effect.orDie,
          Effect.flatMap(read),
          Effect.provideService(HttpServerRequest.HttpServerRequest, requestOf(operation, input, base_url)),
          Effect.provideService(ForwardedActor, actor),
          Effect.provideService(IsMetered, input.isMetered === true)
        )
        return yield* Effect.scoped(response)
      })

      return OperationCalls.of({ call })
    })
  )
}

/** Runs a call without auth codes in its response, so that the agent cannot disclose any. */
export const withoutCodes = <A, E, R>(called: Effect.Effect<A, E, R>) =>
  Effect.updateService(called, CurrentActor, withoutAuthCodes)

/** Issues of path parameters that are missing, unknown, or path steps such as `..`. */
export const pathIssues = ({ pathParams: names }: Operation, { pathParams = {} }: OperationInput) => {
  const issue = (name: string, type: string, msg: string): InputIssue => ({
    loc: ["path", name],
    type,
    msg,
    input: pathParams[name] ?? null
  })
  return [
    ...names.filter((name) => pathParams[name] === undefined || pathParams[name] === "")
      .map((name) => issue(name, "missing", "A path parameter is required")),
    ...Object.keys(pathParams).filter((name) => !names.includes(name))
      .map((name) => issue(name, "extra_forbidden", "The path has no such parameter")),
    ...names.filter((name) => /^\.{1,2}$/.test(String(pathParams[name] ?? "")))
      .map((name) => issue(name, "string_pattern_mismatch", "A path parameter cannot be `.` or `..`"))
  ]
}

/** Path of a call, with its parameters encoded. */
export const urlPathOf = ({ path }: Operation, { pathParams = {} }: OperationInput): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(pathParams[name])))

/** URL of a call: path and query, encoded. */
export const urlOf = (operation: Operation, input: OperationInput): string => {
  const { query = {} } = input
  const filled = urlPathOf(operation, input)
  const pairs = queryPairs(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? filled : `${filled}?${pairs.join("&")}`
}

/** Name and value pairs of a query, sorted by name, so that equal queries have equal texts. */
const queryPairs = (query: Readonly<Record<string, unknown>>): ReadonlyArray<readonly [string, string]> =>
  Object.keys(query).toSorted().flatMap((name) => {
    const value = query[name]
    const values: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    return values.filter((one) => one !== null && one !== undefined).map((one) =>
      [name, typeof one === "object" ? JSON.stringify(one) : String(one)] as const
    )
  })

/** Parameters of a query, sorted by name, with an array for repeated ones. */
export const queryValues = (
  query: Readonly<Record<string, unknown>>
): Readonly<Record<string, string | Array<string>>> => {
  const values = Map.groupBy(queryPairs(query), ([name]) => name)
  return Object.fromEntries(Array.from(values, ([name, pairs]) => {
    const [first = "", ...others] = pairs.map(([, value]) => value)
    return [name, others.length === 0 ? first : [first, ...others]]
  }))
}

const requestOf = (operation: Operation, input: OperationInput, base_url: string) => {
  const headers = {
    ...input.headers,
    ...(input.body === undefined ? {} : { "content-type": "application/json" }),
    ...(input.idempotencyKey === undefined ? {} : { "idempotency-key": input.idempotencyKey }),
    ...(input.organizationContext === undefined ? {} : { [contextHeader]: input.organizationContext })
  }
  const plain = HttpClientRequest.make(operation.method as HttpMethod.HttpMethod)(base_url, { headers })
  const request = input.body === undefined
    ? plain
    : HttpClientRequest.setBody(plain, HttpBody.text(JSON.stringify(input.body), "application/json"))
  // The URL is set unresolved: resolution would remove steps such as `..`.
  return HttpServerRequest.fromClientRequest(request).modify({ url: urlOf(operation, input) })
}

const read = (answer: HttpServerResponse.HttpServerResponse): Effect.Effect<OperationAnswer> => {
  const { body, headers, status: httpStatus } = answer
  const answered = (data: unknown): OperationAnswer => ({ httpStatus, data, headers })
  switch (body._tag) {
    case "Uint8Array":
      return Effect.succeed(answered(parsed(body.text ?? new TextDecoder().decode(body.body), body.contentType)))
    case "Stream":
      return isText(body.contentType)
        ? Effect.map(
          Stream.mkString(Stream.decodeText(Stream.orDie(body.stream))),
          (text) => answered(parsed(text, body.contentType))
        )
        : Effect.succeed(answered({ content_type: body.contentType, bytes: body.contentLength ?? null }))
    default:
      return Effect.succeed(answered(null))
  }
}

const isText = (contentType: string): boolean => contentType.startsWith("text/") || isJson(contentType)

const isJson = (contentType: string): boolean => /json(?:;|$)/.test(contentType)

const parsed = (text: string, contentType: string): unknown => {
  if (text === "") return null
  if (isJson(contentType)) return JSON.parse(text)
  return contentType === eventStreamType ? collectedEvents(text) : text
}
