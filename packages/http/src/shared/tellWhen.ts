import { Context, Effect, Predicate } from "effect"
import { CurrentRequest } from "./CurrentRequest.ts"

/** Says in the headers of the answer when to come back, where an error or a problem knows. */
export const tellWhen = (error: unknown): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const current = Context.getOrUndefined(fiber.context, CurrentRequest)
    const seconds = Predicate.hasProperty(error, "retry_after") ? error.retry_after : undefined
    if (current !== undefined && Predicate.isNumber(seconds)) current.headers["retry-after"] = String(seconds)
    return Effect.void
  })
