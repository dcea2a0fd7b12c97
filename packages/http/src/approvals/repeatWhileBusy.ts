import { type ErrorKind, repetitionOf } from "@namewright/core/shared"
import { Clock, Duration, Effect } from "effect"
import type { OperationAnswer } from "../platform/OperationCalls.ts"
import type { Operation } from "../platform/OperationCatalog.ts"
import { isIdempotent } from "../shared/Idempotent.ts"
import { kindOf, type ProblemBody } from "../shared/Problem.ts"

/** Maximum total time in which one call is repeated, in milliseconds. */
const patience = Duration.toMillis("30 seconds")

/**
 * Repeats a call after a busy object or an exceeded rate, and, for idempotent operations, after an uncertain outcome.
 * The approval of the call is consumed, so the agent cannot repeat it.
 */
export const repeatWhileBusy = Effect.fnUntraced(function*<R>(
  operation: Operation,
  call: Effect.Effect<OperationAnswer, never, R>
) {
  const began = yield* Clock.currentTimeMillis
  for (;;) {
    const answer = yield* call
    const seconds = retryAfter(answer)
    if (seconds === undefined || !isRepeatable(operation, answer)) return answer
    const waited = (yield* Clock.currentTimeMillis) - began
    if (waited + seconds * 1000 > patience) return answer
    yield* Effect.sleep(Duration.seconds(seconds))
  }
})

/** Seconds until the next attempt of a call after a transient error; undefined for other answers. */
const retryAfter = (answer: OperationAnswer): number | undefined => {
  const kind = kindOfAnswer(answer)
  if (kind === undefined || repetitionOf(kind) !== "transient") return undefined
  const seconds = Number(answer.headers["retry-after"])
  return Number.isInteger(seconds) ? seconds : undefined
}

/** Kinds of errors that mean that nothing was carried out. */
const undone: ReadonlySet<ErrorKind | undefined> = new Set<ErrorKind>(["busy", "rateLimited"])

const isRepeatable = ({ endpoint }: Operation, answer: OperationAnswer): boolean =>
  undone.has(kindOfAnswer(answer)) || isIdempotent(endpoint)

const kindOfAnswer = ({ data, httpStatus: status }: OperationAnswer) =>
  status < 400 ? undefined : kindOf({ ...(data as Pick<ProblemBody, "code"> | null), status })
