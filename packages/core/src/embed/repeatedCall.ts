import { Effect, Exit, Option, Predicate } from "effect"
import { carryOutOnce, hashOfRequest, type RecordedAnswer, type RecordOf } from "../access/index.ts"
import {
  canonicalJson,
  CurrentActor,
  type DomainError,
  errorCatalogue,
  type ErrorCode,
  extrasOf,
  InvalidInput,
  repetitionOf
} from "../shared/index.ts"

/** An error with which an earlier call with the same idempotency key was rejected. */
export class RepeatedError extends Error {
  readonly retryable = false
  readonly _tag: string
  readonly code: ErrorCode

  constructor({ _tag, code, message, ...fields }: RecordedError) {
    super(message)
    this._tag = _tag
    this.name = _tag
    this.code = code
    Object.assign(this, fields)
  }
}

interface RecordedError {
  readonly _tag: string
  readonly code: ErrorCode
  readonly message: string
}

const resultType = "application/json"
const errorType = "application/vnd.namewright.error+json"

/** The call, carried out once with its key. Its services include those of idempotency, and every caller has an actor. */
export const repeatedCall = <R>(
  effect: Effect.Effect<unknown, unknown, R>,
  key: string,
  name: string,
  given: ReadonlyArray<unknown>
): Effect.Effect<unknown, unknown, R> =>
  Effect.gen(function*() {
    const hash = yield* hashOfRequest(yield* CurrentActor, [
      "CALL",
      name,
      canonicalJson(given) ?? JSON.stringify(given)
    ])
    const outcome = yield* carryOutOnce(effect, { key, hash, recordOf })
    return outcome._tag === "Done" ? outcome.result : yield* repeated(outcome.answer)
  }) as Effect.Effect<unknown, unknown, R>

const repeated = ({ body, content_type }: RecordedAnswer): Effect.Effect<unknown, Error> => {
  if (content_type === null) return Effect.void
  const recorded = JSON.parse(body)
  return content_type === errorType ? Effect.fail(new RepeatedError(recorded)) : Effect.succeed(recorded)
}

const recordOf: RecordOf<unknown, unknown> = (exit) => {
  if (Exit.isSuccess(exit)) {
    return exit.value === undefined
      ? { status: 204, content_type: null, body: "" }
      : { status: 200, content_type: resultType, body: JSON.stringify(exit.value) }
  }
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  if (error instanceof InvalidInput) return "refused"
  if (!isDomainError(error)) return undefined
  const { _tag, code, message } = error
  const repetition = repetitionOf(errorCatalogue[code].kind)
  if (repetition !== "final") return repetition === "caller" ? "refused" : undefined
  return { status: 400, content_type: errorType, body: JSON.stringify({ ...extrasOf(error), _tag, code, message }) }
}

const isDomainError = (error: unknown): error is DomainError =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) && Object.hasOwn(errorCatalogue, error.code)
