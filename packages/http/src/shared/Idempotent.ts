import {
  type Begun,
  Idempotency,
  type IdempotentAttempt,
  type RecordedAnswer,
  RepeatedSince,
  RequestIdentity
} from "@namewright/core/access"
import { CurrentActor, type InputIssue, limits, repetitionOf } from "@namewright/core/shared"
import { Cause, Effect, Exit, Layer, Option, Predicate, Schedule, type Types } from "effect"
import { type HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { kindOf, type ProblemBody, problemJson, problems, toProblem, validationProblem } from "./Problem.ts"
import { requestHash } from "./requestHash.ts"
import { sendRetryAfter } from "./sendRetryAfter.ts"

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
type Claimed = Extract<Begun, { readonly _tag: "Claimed" }>
type Answering<R> = Effect.Effect<Answer, Types.unhandled | ProblemBody<409> | ProblemBody<422>, R>

export const layer = Layer.effect(
  Idempotent,
  Effect.gen(function*() {
    const idempotency = yield* Idempotency

    const once = Effect.fnUntraced(function*(handler: Answering<never>, key: string) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const [path = ""] = request.url.split("?", 1)
      const text = yield* Effect.orDie(request.text)
      const hash = yield* requestHash(yield* CurrentActor, request.method, path, text)
      const begun = yield* Effect.mapError(idempotency.begin(key, hash), toProblem)
      return yield* begun._tag === "Answered" ? Effect.succeed(replayed(begun.answer)) : runToEnd(handler, begun)
    }, Effect.tapError(sendRetryAfter))

    /** Runs the handler to its end without its caller; the next attempt with the key finds the response. */
    const runToEnd = (handler: Answering<never>, { attempt, repeatedSince }: Claimed) =>
      handler.pipe(
        Effect.provideService(RequestIdentity, Option.some(attempt.request_id)),
        Effect.provideService(RepeatedSince, repeatedSince),
        Effect.onExit((exit) => eventually(settled(attempt, Option.isSome(repeatedSince), exit))),
        Effect.uninterruptible
      )

    /** A repeated request keeps its key, because an earlier attempt may have had an effect. */
    const settled = (attempt: IdempotentAttempt, isRepeat: boolean, exit: Exit.Exit<Answer, unknown>) => {
      if (isRefused(exit) && !isRepeat) return idempotency.release(attempt)
      const answer = isRefused(exit) ? undefined : recordOf(exit)
      return answer === undefined ? idempotency.abandon(attempt) : idempotency.complete(attempt, answer)
    }

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

/** Retries to settle the key. The response is returned even if it could not be stored. */
const eventually = (settled: Effect.Effect<void>) =>
  Effect.catchCause(settled, (cause) =>
    Effect.logWarning("An idempotency key could not be settled yet", cause).pipe(
      Effect.andThen(Effect.forkDetach(Effect.ignoreCause(Effect.retry(Effect.sandbox(settled), unsettled))))
    ))

/** Retries of settling a key while the storage is unavailable, until the attempt is considered lost. */
const unsettled = { schedule: Schedule.spaced("5 seconds"), times: 60 }

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
const recordOf = (exit: Exit.Exit<Answer, unknown>): RecordedAnswer | undefined => {
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
