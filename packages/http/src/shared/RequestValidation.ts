import {
  iJsonIssues,
  type InputIssue,
  inputIssues,
  type InputPart,
  type LongListFinder,
  longListFinder,
  mayBreakIJson
} from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Result, Schema, SchemaIssue, type Types } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse, UrlParams } from "effect/http"
import { type HttpApiEndpoint, HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { contentNegotiation, mediaTypeOf } from "./ContentNegotiation.ts"
import { idParameters, nameIds } from "./idParameters.ts"
import { isTooComplex, maximumContainers, maximumNesting } from "./isTooComplex.ts"
import { type ProblemBody, problems, validationProblem } from "./Problem.ts"
import { sentText } from "./sentText.ts"

/** Refuses a request that does not match its endpoint's schemas, with a 422 that contains every issue. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "@namewright/http/shared/RequestValidation",
  { error: [problems.invalid, problems.notAcceptable, problems.unsupportedMediaType] }
) {}

/**
 * True for an operation that reads and validates its body itself, because the body may be too long to be read in one
 * piece.
 */
export const ReadInChunks = Context.Reference<boolean>("@namewright/http/shared/ReadInChunks", {
  defaultValue: () => false
})

/**
 * True for an operation that refuses unknown members of its body, because a misspelt restriction would otherwise not
 * restrict.
 */
export const RefusesUnknownMembers = Context.Reference<boolean>("@namewright/http/shared/RefusesUnknownMembers", {
  defaultValue: () => false
})

/** Options of decoding: collect all issues, each with its input. */
export const parseOptions = { errors: "all", reportInput: true } as const

export const layer = Layer.succeed(RequestValidation, (handler, { endpoint }) => {
  const refusal = contentNegotiation(endpoint)
  const parts = requestParts(endpoint)
  const ids = idParameters(endpoint)
  const validated: Validated = Effect.catch(
    handler,
    (error): Validated => HttpApiError.HttpApiSchemaError.is(error) ? refuse(error, parts) : Effect.fail(error)
  )
  // Built with the first body, because a process starts with many endpoints.
  let finders: ReadonlyArray<LongListFinder> | undefined
  const strict = Context.get(endpoint.annotations, RefusesUnknownMembers) ? strictDecoder(endpoint) : undefined
  const readsJson = endpoint.payload.has(json) && !Context.get(endpoint.annotations, ReadInChunks)
  return Effect.withFiber((fiber): Validated => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    if (ids.length > 0 && !nameIds(ids, Context.getUnsafe(fiber.context, HttpRouter.RouteContext).params)) {
      return Effect.die(
        new HttpServerError.HttpServerError({
          reason: new HttpServerError.RouteNotFound({ request })
        })
      )
    }
    const refused = refusal(request.headers)
    if (refused !== undefined) return Effect.fail(refused)
    const zeroBytes = request.url.includes("%00") ? zeroByteIssues(fiber.context) : []
    if (!readsJson || (mediaTypeOf(request.headers["content-type"]) ?? json) !== json) {
      return zeroBytes.length === 0 ? validated : refuseTexts(zeroBytes, parts)
    }
    const check = (text: string): Validated => {
      if (isTooComplex(text)) return Effect.fail(tooComplex)
      finders ??= findersOf(endpoint)
      const checksTexts = mayBreakIJson(text)
      const body = finders.length > 0 || checksTexts || strict !== undefined ? parseJson(text) : Option.none()
      // The decoder reports text that is not JSON.
      if (Option.isNone(body)) return zeroBytes.length === 0 ? validated : refuseTexts(zeroBytes, parts)
      const long = longLists(body.value, finders)
      if (long.length > 0) return Effect.fail(validationProblem(long))
      const issues = [...zeroBytes, ...(checksTexts ? iJsonIssues(body.value, ["body"]) : [])]
      if (issues.length > 0) return refuseTexts(issues, parts)
      if (strict !== undefined) {
        return Effect.matchEffect(strict(body.value), {
          onFailure: (error) => refuseBody(error, parts),
          onSuccess: () => validated
        })
      }
      return text.length < largeText ? validated : Effect.andThen(Effect.yieldNow, validated)
    }
    return Effect.flatMap(
      sentText(request),
      (text) => text.length < largeText ? check(text) : Effect.flatMap(Effect.yieldNow, () => check(text))
    )
  })
})

/**
 * Minimum characters of a body that is decoded, checked and parsed in steps, between which the process handles other
 * requests.
 */
const largeText = 1_000_000

/** Issues of query parameters with zero bytes, which databases cannot store. */
const zeroByteIssues = (context: Context.Context<never>): ReadonlyArray<InputIssue> =>
  iJsonIssues(Context.getUnsafe(context, HttpServerRequest.ParsedSearchParams), ["query"])

const findersOf = ({ payload }: HttpApiEndpoint.Top): ReadonlyArray<LongListFinder> =>
  Array.from(payload.get(json)?.schemas ?? []).flatMap((schema) => longListFinder(schema) ?? [])

/** Issues of lists that are too long. Their entries are not decoded. */
const longLists = (body: unknown, finders: ReadonlyArray<LongListFinder>): ReadonlyArray<InputIssue> =>
  finders.flatMap((find) => {
    const issue = find(body)
    return issue === undefined ? [] : inputIssues(issue, "body")
  })

const json = "application/json"

const tooComplex = validationProblem([{
  loc: ["body"],
  msg: `The body nests more than ${maximumNesting} levels, or has more than ${maximumContainers} lists and objects`,
  type: "json_invalid",
  input: null
}])

type Validated = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Types.unhandled | ProblemBody<406> | ProblemBody<415> | ProblemBody<422>,
  HttpRouter.Provided
>

type Part = "Params" | "Headers" | "Query" | "Payload"

const locations: Record<Part, InputPart> = { Params: "path", Headers: "header", Query: "query", Payload: "body" }

/** Parts of a request in the order of decoding, which stops at the first failure. */
const order: ReadonlyArray<Part> = ["Params", "Headers", "Query", "Payload"]

type Decoded = Effect.Effect<unknown, Schema.SchemaError | InvalidJson, HttpRouter.Provided>
type Parts = Partial<Record<Part, Decoded>>

/** Failure of a body that is not JSON. */
class InvalidJson {
  readonly _tag = "InvalidJson"
}

/** Fails with the issues of the failed part and of the parts after it. */
const refuse = Effect.fnUntraced(function*(error: HttpApiError.HttpApiSchemaError, parts: Parts) {
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return yield* Effect.die(error)
  const others = yield* issuesOfParts(order.slice(order.indexOf(error.kind) + 1), parts)
  return yield* Effect.fail(validationProblem([...issuesOf(error.cause, error.kind), ...others]))
})

/** Fails with texts and numbers that no operation accepts, and the schemas' issues at other locations. */
const refuseTexts = Effect.fnUntraced(function*(refused: ReadonlyArray<InputIssue>, parts: Parts) {
  const found = yield* issuesOfParts(order, parts)
  const located = new Set(found.map(({ loc }) => JSON.stringify(loc)))
  return yield* Effect.fail(
    validationProblem([...found, ...refused.filter(({ loc }) => !located.has(JSON.stringify(loc)))])
  )
})

/** Fails with the issues of a body, and of the parts of the request before it. */
const refuseBody = Effect.fnUntraced(function*(error: Schema.SchemaError, parts: Parts) {
  const others = yield* issuesOfParts(order.slice(0, order.indexOf("Payload")), parts)
  return yield* Effect.fail(validationProblem([...others, ...issuesOf(error, "Payload")]))
})

/** Issues of these parts of a request. */
const issuesOfParts = Effect.fnUntraced(function*(selected: ReadonlyArray<Part>, parts: Parts) {
  const issues: Array<InputIssue> = []
  for (const part of selected) {
    const decoded = parts[part]
    if (decoded === undefined) continue
    const result = yield* Effect.result(decoded)
    if (Result.isFailure(result)) issues.push(...issuesOf(result.failure, part))
  }
  return issues
})

const issuesOf = (error: Schema.SchemaError | InvalidJson, part: Part): ReadonlyArray<InputIssue> =>
  error._tag === "InvalidJson" || isInvalidJson(error.issue, part)
    ? [{ loc: ["body"], msg: "The body is not valid JSON", type: "json_invalid", input: null }]
    : inputIssues(error.issue, locations[part])

/** True for a parse failure: it is the only failure at the root of a payload without an input. */
const isInvalidJson = (issue: SchemaIssue.Issue, part: Part): boolean =>
  part === "Payload" && issue._tag === "InvalidValue" && !SchemaIssue.hasInput(issue)

/** Decoders of the parts of an endpoint's requests, for use after an earlier part was refused. */
const requestParts = (endpoint: HttpApiEndpoint.Top): Parts => {
  const request = HttpServerRequest.HttpServerRequest
  const { headers, params, query } = endpoint
  return {
    ...(params === undefined ? {} : { Params: decoding(params, HttpRouter.params) }),
    ...(headers === undefined ? {} : { Headers: decoding(headers, Effect.map(request, (_) => _.headers)) }),
    ...(query === undefined
      ? {}
      : { Query: decoding(Schema.toCodecArrayFromSingle(query), HttpServerRequest.ParsedSearchParams) }),
    ...(endpoint.payload.size === 0 || Context.get(endpoint.annotations, ReadInChunks)
      ? {}
      : { Payload: Effect.flatMap(request, decodePayload(endpoint.payload)) })
  }
}

/** Decoder of a JSON body that refuses unknown members. */
const strictDecoder = ({ payload }: HttpApiEndpoint.Top) =>
  Schema.decodeUnknownEffect(
    Schema.Union((payload.get(json)?.schemas ?? []) as ReadonlyArray<Schema.Codec<unknown, unknown>>),
    { ...parseOptions, onExcessProperty: "error" }
  )

const decoding = <R extends HttpRouter.Provided>(schema: Schema.Top, input: Effect.Effect<unknown, never, R>) => {
  const decode = Schema.decodeUnknownEffect(schema as Schema.Codec<unknown, unknown>, parseOptions)
  return Effect.flatMap(input, (value) => decode(value))
}

const decodePayload = (payload: HttpApiEndpoint.PayloadMap) => {
  const decoders = new Map(
    Array.from(payload, ([type, { encoding, schemas }]) => {
      const schema: Schema.Codec<unknown, unknown> = Schema.Union(
        schemas as ReadonlyArray<Schema.Codec<unknown, unknown>>
      )
      const form = encoding._tag === "FormUrlEncoded"
      const decode = Schema.decodeUnknownEffect(form ? Schema.toCodecArrayFromSingle(schema) : schema, parseOptions)
      return [type, { tag: encoding._tag, decode }] as const
    })
  )
  return (request: HttpServerRequest.HttpServerRequest): Decoded => {
    const decoder = decoders.get(mediaTypeOf(request.headers["content-type"]) ?? json)
    switch (decoder?.tag) {
      case "Json":
        return Effect.flatMap(sentText(request), (text): Decoded => {
          const body = text === "" ? Option.some(undefined) : parseJson(text)
          return Option.isNone(body) ? Effect.fail(new InvalidJson()) : decoder.decode(body.value)
        })
      case "FormUrlEncoded":
        return Effect.flatMap(Effect.orDie(request.urlParamsBody), (form) => decoder.decode(UrlParams.toRecord(form)))
      default:
        return Effect.void
    }
  }
}

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))
