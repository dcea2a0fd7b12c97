import { type ErrorKind, repetitionOf } from "@namewright/core/shared"
import { Clock, Duration, Effect } from "effect"
import type { OperationAnswer } from "../platform/OperationCalls.ts"
import type { Operation } from "../platform/OperationCatalog.ts"
import { isIdempotent } from "../shared/Idempotent.ts"
import { kindOf, type ProblemBody } from "../shared/Problem.ts"

/** Longest total wait for another attempt of one call. */
const patience = Duration.toMillis("30 seconds")

/**
 * Repeats a call that met an object in use or a limit of its rate, or that had no certain outcome where the operation is carried out once for
 * its idempotency key. The approval of the call is used up, so the agent cannot repeat it.
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

/** Seconds until another attempt of a call that failed for a transient reason. */
const retryAfter = (answer: OperationAnswer): number | undefined => {
  const kind = kindOfAnswer(answer)
  if (kind === undefined || repetitionOf(kind) !== "transient") return undefined
  const seconds = Number(answer.headers["retry-after"])
  return Number.isInteger(seconds) ? seconds : undefined
}

/** Kinds of answers that mean that nothing was carried out. */
const undone: ReadonlySet<ErrorKind | undefined> = new Set<ErrorKind>(["busy", "rateLimited"])

const isRepeatable = ({ endpoint }: Operation, answer: OperationAnswer): boolean =>
  undone.has(kindOfAnswer(answer)) || isIdempotent(endpoint)

const kindOfAnswer = ({ data, httpStatus: status }: OperationAnswer) =>
  status < 400 ? undefined : kindOf({ ...(data as Pick<ProblemBody, "code"> | null), status })
