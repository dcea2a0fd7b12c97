import { Effect, Predicate } from "effect"
import { sendHeader } from "./sendHeader.ts"

/** Says in the headers of the answer when to come back, where an error or a problem knows. */
export const tellWhen = (error: unknown): Effect.Effect<void> =>
  Predicate.hasProperty(error, "retry_after") && Predicate.isNumber(error.retry_after)
    ? sendHeader("retry-after", String(error.retry_after))
    : Effect.void
