import { type ErrorKind, repetitionOf } from "@namewright/core/shared"
import { Clock, Duration, Effect } from "effect"
import type { OperationAnswer } from "../platform/OperationCalls.ts"
import type { Operation } from "../platform/OperationCatalog.ts"
import { isIdempotent } from "../shared/Idempotent.ts"
import { kindOf, type ProblemBody } from "../shared/Problem.ts"

/** Maximum total milliseconds of waiting for further attempts of one call. */
const maximumWait = Duration.toMillis("30 seconds")

/**
 * Repeats a call after a busy object or a rate limit. After an unknown outcome it repeats only operations with an
 * idempotency key. The consumed approval prevents a repetition by the agent. If the time ends while an earlier attempt
 * with an unknown outcome is still in progress, the answer is the one of that attempt: the refusal of the repetition
 * does not mean that nothing was carried out.
 */
export const repeatWhileBusy = Effect.fnUntraced(function*<R>(
  operation: Operation,
  call: Effect.Effect<OperationAnswer, never, R>
) {
  const began = yield* Clock.currentTimeMillis
  let unknown: OperationAnswer | undefined
  for (;;) {
    const answer = yield* call
    const seconds = retryAfter(answer)
    if (seconds === undefined || !isRepeatable(operation, answer)) return answer
    if (!isWithoutEffect(answer)) unknown = answer
    const waited = (yield* Clock.currentTimeMillis) - began
    if (waited + seconds * 1000 > maximumWait) return unknown ?? answer
    yield* Effect.sleep(Duration.seconds(seconds))
  }
})

/** Seconds until the next attempt after a transient failure. */
const retryAfter = (answer: OperationAnswer): number | undefined => {
  const kind = kindOfAnswer(answer)
  if (kind === undefined || repetitionOf(kind) !== "transient") return undefined
  const seconds = Number(answer.headers["retry-after"])
  return Number.isInteger(seconds) ? seconds : undefined
}

/** Kinds of errors of attempts that carry out nothing. */
const withoutEffect: ReadonlySet<ErrorKind | undefined> = new Set<ErrorKind>(["busy", "rateLimited"])

const isWithoutEffect = (answer: OperationAnswer): boolean => withoutEffect.has(kindOfAnswer(answer))

const isRepeatable = ({ endpoint }: Operation, answer: OperationAnswer): boolean =>
  isWithoutEffect(answer) || isIdempotent(endpoint)

const kindOfAnswer = ({ data, httpStatus: status }: OperationAnswer) =>
  status < 400 ? undefined : kindOf({ ...(data as Pick<ProblemBody, "code"> | null), status })
