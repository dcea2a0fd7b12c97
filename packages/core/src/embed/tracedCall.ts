import { Cause, Effect, Predicate } from "effect"
import { activeParent, untraced } from "../telemetry/index.ts"
import { rejectionOf, withStorageFailures } from "./PromiseRunner.ts"

/**
 * The effect as a span below the active span of the host. Make it where the host calls, before any pause: the active span
 * of the host is read at once.
 *
 * @param name Group and method, such as `domains.get`.
 */
export const tracedCall = <A, R>(name: string, effect: Effect.Effect<A, unknown, R>) =>
  Effect.tapCause(withStorageFailures(effect), (cause) => Effect.annotateCurrentSpan(failureOf(cause))).pipe(
    Effect.withSpan(name, { parent: activeParent() }, untraced)
  )

/** The code with which the call rejects. */
const failureOf = (cause: Cause.Cause<unknown>): Record<string, string> => {
  const error = Cause.hasInterruptsOnly(cause) ? undefined : rejectionOf(cause, false)
  return Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? { "error.type": error.code } : {}
}
