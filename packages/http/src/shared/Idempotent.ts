import {
  type Begun,
  Idempotency,
  type IdempotentAttempt,
  type RecordedAnswer,
  RepeatedSince,
  RequestIdentity,
  seesAuthCodes
} from "@namewright/core/access"
import { type Actor, canonicalJson, CurrentActor, limits, repetitionOf } from "@namewright/core/shared"
import { Cause, Effect, Exit, Layer, Option, Predicate, Schedule, type Types } from "effect"
import { type HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { nestsTooDeeply } from "./nesting.ts"
import { kindOf, type ProblemBody, problemJson, problems, toProblem, validationProblem } from "./Problem.ts"
import { sendRetryAfter } from "./sendRetryAfter.ts"

/**
 * Makes the request header `Idempotency-Key` count for an operation: the same request with the same key is carried out
 * once, and answered alike every time for a day. An operation takes part by `endpoint.middleware(Idempotent)`, before
 * the group's own middleware. Source: REST specification, "Errors".
 */
export class Idempotent extends HttpApiMiddleware.Service<Idempotent, { requires: CurrentActor }>()(
  "@namewright/http/shared/Idempotent",
  { error: [problems.conflict, problems.invalid] }
) {}

type Answer = HttpServerResponse.HttpServerResponse
type Claimed = Extract<Begun, { readonly _tag: "Claimed" }>
type Answering<R> = Effect.Effect<Answer, Types.unhandled | ProblemBody<409> | ProblemBody<422>, R>

export const layer = Layer.effect(
  Idempotent,
  Effect.gen(function*() {
    const idempotency = yield* Idempotency

    const once = Effect.fnUntraced(function*(handler: Answering<never>, key: string) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const hash = yield* hashOf(request, yield* CurrentActor)
      const begun = yield* Effect.mapError(idempotency.begin(key, hash), toProblem)
      return yield* begun._tag === "Answered" ? Effect.succeed(replayed(begun.answer)) : carriedOut(handler, begun)
    }, Effect.tapError(sendRetryAfter))

    /** Continues without its caller: the next attempt with the key finds the answer. */
    const carriedOut = (handler: Answering<never>, { attempt, repeatedSince }: Claimed) =>
      handler.pipe(
        Effect.provideService(RequestIdentity, Option.some(attempt.request_id)),
        Effect.provideService(RepeatedSince, repeatedSince),
        Effect.onExit((exit) => eventually(settled(attempt, Option.isSome(repeatedSince), exit))),
        Effect.uninterruptible
      )

    /** The identity of a repeated request stays with its key: an earlier attempt may have carried something out. */
    const settled = (attempt: IdempotentAttempt, isRepeat: boolean, exit: Exit.Exit<Answer, unknown>) => {
      if (isRefused(exit) && !isRepeat) return idempotency.release(attempt)
      const answer = isRefused(exit) ? undefined : recordOf(exit)
      return answer === undefined ? idempotency.abandon(attempt) : idempotency.complete(attempt, answer)
    }

    return Idempotent.of((handler): Answering<CurrentActor | HttpRouter.Provided> =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
        const key = headers["idempotency-key"]
        if (key === undefined) return handler
        return isKey(key) ? once(handler, key) : Effect.fail(badKey(key))
      })
    )
  })
)

/** What was done is done: the answer is returned although it cannot be stored yet. */
const eventually = (settled: Effect.Effect<void>) =>
  Effect.catchCause(settled, (cause) =>
    Effect.logWarning("An idempotency key could not be settled yet", cause).pipe(
      Effect.andThen(Effect.forkDetach(Effect.ignoreCause(Effect.retry(Effect.sandbox(settled), unsettled))))
    ))

/** Attempts to settle a key while the storage is away; until the attempt counts as lost. */
const unsettled = { schedule: Schedule.spaced("5 seconds"), times: 60 }

const isKey = (text: string): boolean =>
  /^[\x20-\x7e]+$/.test(text)
  && text.length >= limits.idempotencyKey.minimum && text.length <= limits.idempotencyKey.maximum

const badKey = (input: string) =>
  validationProblem([{
    loc: ["header", "idempotency-key"],
    msg: `Expected 1 to ${limits.idempotencyKey.maximum} printable characters`,
    type: input.length > limits.idempotencyKey.maximum ? "string_too_long" : "string_pattern_mismatch",
    input
  }])

/** The SHA-256 of what the request is: who asks, for what, with which body. */
const hashOf = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, actor: Actor) {
  const [path] = request.url.split("?", 1)
  const text = yield* Effect.orDie(request.text)
  const json = text.length > longestCanonical || nestsTooDeeply(text) ? Option.none() : parse(text)
  const body = Option.match(json, { onNone: () => text, onSome: (said) => canonicalJson(said) ?? text })
  const identity = new TextEncoder().encode([callerOf(actor), request.method, path, body].join("\n"))
  const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", identity))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
})

/**
 * The caller of a request. A program is another caller than its person, and than itself when it could see auth codes: an
 * answer may contain what it is not shown.
 */
const callerOf = (actor: Actor): string => {
  const { agent, principal } = actor
  const id = principal.type === "system" ? "" : principal.id
  return agent === undefined ? id : `${id} ${agent.client_id} ${seesAuthCodes(actor)}`
}

/** Characters up to which two bodies are the same if they say the same; longer ones have to be equal. */
const longestCanonical = 1024 * 1024

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const replayed = ({ body, content_type, status }: RecordedAnswer): Answer => {
  const headers = { "idempotency-replayed": "true" }
  return content_type === null
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, contentType: content_type, headers })
}

/** True if the caller or its input was refused before anything was carried out. */
const isRefused = (exit: Exit.Exit<Answer, unknown>): boolean => {
  const failure = Option.getOrUndefined(Exit.findErrorOption(exit))
  if (HttpApiError.HttpApiSchemaError.is(failure)) return true
  if (!isProblem(failure)) return false
  const kind = kindOf(failure)
  return (kind !== undefined && repetitionOf(kind) === "caller") || (failure.status === 422 && !("code" in failure))
}

const isProblem = (failure: unknown): failure is ProblemBody =>
  Predicate.hasProperty(failure, "status") && Predicate.isNumber(failure.status)

/** The answer to store. Undefined where the outcome is unknown, or where another attempt may end differently. */
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
