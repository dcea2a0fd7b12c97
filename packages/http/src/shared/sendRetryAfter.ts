import { Effect, Predicate } from "effect"
import { sendHeader } from "./sendHeader.ts"

/** Sends the header `Retry-After`, in seconds, for an error or problem with a member `retry_after`. */
export const sendRetryAfter = (error: unknown): Effect.Effect<void> =>
  Predicate.hasProperty(error, "retry_after") && Predicate.isNumber(error.retry_after)
    ? sendHeader("retry-after", String(error.retry_after))
    : Effect.void
