import { DateTime, Duration, Effect, Option } from "effect"
import { Entropy, Instant } from "../shared/index.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { IntentWait } from "./RegistryIntentStore.ts"
import type { RegistryRouter } from "./RegistryRouter.ts"

/**
 * Longest lease of an intent whose process runs. It is longer than any command may take. The lease ends with its
 * process.
 */
export const intentLease = Duration.minutes(2)

/**
 * Longest review of a command that a registry has accepted without showing that it is pending. After it, a command
 * without reserved money counts as rejected. One with reserved money waits for an operator.
 */
export const longestReview = Duration.days(7)

/** Longest wait of a caller for the outcome of an intent that another fiber or process works on. */
export const maxWaitForOutcome = Duration.seconds(10)

/**
 * Back-off of recovery in seconds, then `longestWait`. Each wait is shortened by a random part of up to a quarter, so
 * that intents that failed together during an outage are not retried together.
 */
const waits = [30, 120, 480, 1800]
const longestWait = 3600

const fromNow = (wait: Duration.Duration) => Effect.map(Instant.now, (now) => DateTime.addDuration(now, wait))

export type IntentTimes = ReturnType<typeof intentTimes>

/** Times of the attempts of intents, and times from which look-ups are conclusive. */
export const intentTimes = (router: RegistryRouter["Service"]) => {
  const lagOf = (registry: string) =>
    Option.match(router.find(registry), {
      onNone: () => Duration.zero,
      onSome: ({ capabilities }) => capabilities.lookup_lag
    })
  return {
    /** Wait after an attempt that ended without an outcome. Counts the attempt. */
    backOff: Effect.fnUntraced(
      function*({ attempts, conclusive_from }: Pick<RegistryIntent, "attempts" | "conclusive_from">) {
        const due_on = DateTime.max(yield* Effect.flatMap(waitAfter(attempts), fromNow), conclusive_from)
        return { due_on, conclusive_from, attempts: attempts + 1 } satisfies IntentWait
      }
    ),
    /** Time from which the registry shows everything that was carried out until now. */
    conclusiveFrom: ({ registry }: Pick<RegistryIntent, "registry">) => fromNow(lagOf(registry)),
    /** End of the lease of a command that is sent now. The process may die at any time until then. */
    leasedUntil: ({ registry }: Pick<RegistryIntent, "registry">) => fromNow(Duration.sum(intentLease, lagOf(registry)))
  }
}

const waitAfter = Effect.fnUntraced(function*(attempts: number) {
  const entropy = yield* Entropy
  const wait = waits[attempts] ?? longestWait
  return Duration.seconds(yield* entropy.intBetween(Math.ceil(wait * 0.75), wait))
})
