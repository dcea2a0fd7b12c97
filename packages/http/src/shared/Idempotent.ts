import { carryOutOnce, Idempotency, type RecordedAnswer, type RecordOf } from "@namewright/core/access"
import { CurrentActor, type InputIssue, limits, repetitionOf } from "@namewright/core/shared"
import { Cause, Effect, Exit, Layer, Option, Predicate, type Types } from "effect"
import { type HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { kindOf, type ProblemBody, problemJson, problems, toProblem, validationProblem } from "./Problem.ts"
import { requestHash } from "./requestHash.ts"
import { sendRetryAfter } from "./sendRetryAfter.ts"
import { sentText } from "./sentText.ts"

/**
 * Enables the header `Idempotency-Key` for an operation. The same request with the same key is carried out once, and
 * repeats get the same response for 24 hours. Enable it by `endpoint.middleware(Idempotent)`, before the group's own
 * middleware. Source: REST specification, "Errors".
 */
export class Idempotent extends HttpApiMiddleware.Service<Idempotent, { requires: CurrentActor }>()(
  "@namewright/http/shared/Idempotent",
  { error: [problems.conflict, problems.invalid] }
) {}

/** True if the operation supports the header. */
export const isIdempotent = ({ middlewares }: HttpApiEndpoint.Top): boolean =>
  [...middlewares].some(({ key }) => key === Idempotent.key)

type Answer = HttpServerResponse.HttpServerResponse
type Answering<R> = Effect.Effect<Answer, Types.unhandled | ProblemBody<409> | ProblemBody<422>, R>

export const layer = Layer.effect(
  Idempotent,
  Effect.gen(function*() {
    const idempotency = yield* Idempotency

    const once = Effect.fnUntraced(function*(handler: Answering<never>, key: string) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const [path = ""] = request.url.split("?", 1)
      const text = yield* sentText(request)
      const hash = yield* requestHash(yield* CurrentActor, request.method, path, text)
      const outcome = yield* carryOutOnce(handler, { key, hash, recordOf }).pipe(
        Effect.catchTags({
          IdempotencyKeyReused: (error) => Effect.fail(toProblem(error)),
          RequestInProgress: (error) => Effect.fail(toProblem(error))
        }),
        Effect.provideService(Idempotency, idempotency)
      )
      return outcome._tag === "Answered" ? replayed(outcome.answer) : outcome.result
    }, Effect.tapError(sendRetryAfter))

    return Idempotent.of((handler): Answering<CurrentActor | HttpRouter.Provided> =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
        const key = headers["idempotency-key"]
        if (key === undefined) return handler
        const issues = keyIssues(key)
        return issues.length === 0 ? once(handler, key) : Effect.fail(validationProblem(issues))
      })
    )
  })
)

/** Issues of the header. */
export const keyIssues = (key: string): ReadonlyArray<InputIssue> => {
  const { maximum, minimum } = limits.idempotencyKey
  if (/^[\x20-\x7e]+$/.test(key) && key.length >= minimum && key.length <= maximum) return []
  return [{
    loc: ["header", "idempotency-key"],
    msg: `Expected 1 to ${maximum} printable characters`,
    type: key.length > maximum ? "string_too_long" : "string_pattern_mismatch",
    input: key
  }]
}

/** Header of a stored response. */
export const replayedHeader = { "idempotency-replayed": "true" } as const

const replayed = ({ body, content_type, status }: RecordedAnswer): Answer => {
  const headers = replayedHeader
  return content_type === null
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, contentType: content_type, headers })
}

/** True if the caller or its input was refused before any effect. */
const isRefused = (exit: Exit.Exit<Answer, unknown>): boolean => {
  const failure = Option.getOrUndefined(Exit.findErrorOption(exit))
  if (HttpApiError.HttpApiSchemaError.is(failure)) return true
  if (!isProblem(failure)) return false
  const kind = kindOf(failure)
  return (kind !== undefined && repetitionOf(kind) === "caller") || (failure.status === 422 && !("code" in failure))
}

const isProblem = (failure: unknown): failure is ProblemBody =>
  Predicate.hasProperty(failure, "status") && Predicate.isNumber(failure.status)

/** Response to store. Undefined if the outcome is unknown, or if another attempt may end differently. */
const recordOf: RecordOf<Answer, unknown> = (exit) => {
  if (isRefused(exit)) return "refused"
  if (Exit.isFailure(exit)) return Option.getOrUndefined(Option.map(Cause.findErrorOption(exit.cause), problemRecord))
  const { body, status } = exit.value
  if (status >= 500) return undefined
  if (body._tag === "Empty") return { status, content_type: null, body: "" }
  return body._tag === "Uint8Array" && body.text !== undefined
    ? { status, content_type: body.contentType, body: body.text }
    : undefined
}

const problemRecord = (failure: unknown): RecordedAnswer | undefined => {
  if (!isProblem(failure) || failure.status >= 500) return undefined
  const kind = kindOf(failure)
  if (kind !== undefined && repetitionOf(kind) === "transient") return undefined
  return { status: failure.status, content_type: problemJson, body: JSON.stringify(failure) }
}
