import { DateTime, Duration, Effect, Option } from "effect"
import { Entropy, Instant } from "../shared/index.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryRouter } from "./RegistryRouter.ts"

/**
 * Longest lease of an intent whose process is alive; longer than any command may take. The lease of a process that has
 * ended ends with it.
 */
export const intentLease = Duration.minutes(2)

/**
 * Longest review of a command that a registry has accepted without showing that it is pending. After it, a command without
 * reserved money counts as rejected, and one with reserved money waits for an operator.
 */
export const longestReview = Duration.days(7)

/** Longest wait of a caller for the outcome of an intent that another fiber or process works on. */
export const maxWaitForOutcome = Duration.seconds(10)

/**
 * Seconds between the looks of recovery, `longestWait` after that. Each is up to a quarter shorter, so that what
 * failed together, because a registry was away, does not come back together.
 */
const waits = [30, 120, 480, 1800]
const longestWait = 3600

const fromNow = (wait: Duration.Duration) => Effect.map(Instant.now, (now) => DateTime.addDuration(now, wait))

export type IntentTimes = ReturnType<typeof intentTimes>

/** When intents are taken up again, and when looks at them are believed. */
export const intentTimes = (router: RegistryRouter["Service"]) => {
  const lagOf = (registry: string) =>
    Option.match(router.find(registry), {
      onNone: () => Duration.zero,
      onSome: ({ capabilities }) => capabilities.lookup_lag
    })
  return {
    /** The next look of recovery where a look has failed, or the outcome of a command is unknown. */
    nextLook: Effect.fnUntraced(function*({ attempts, believed_on }: Pick<RegistryIntent, "attempts" | "believed_on">) {
      return DateTime.max(yield* Effect.flatMap(waitAfter(attempts), fromNow), believed_on)
    }),
    /** When the registry shows what was carried out until now. */
    shownFrom: ({ registry }: Pick<RegistryIntent, "registry">) => fromNow(lagOf(registry)),
    /** End of the lease of a command that is sent now; its process may die at the end of it. */
    leasedUntil: ({ registry }: Pick<RegistryIntent, "registry">) => fromNow(Duration.sum(intentLease, lagOf(registry)))
  }
}

const waitAfter = Effect.fnUntraced(function*(attempts: number) {
  const entropy = yield* Entropy
  const wait = waits[attempts] ?? longestWait
  return Duration.seconds(yield* entropy.intBetween(Math.ceil(wait * 0.75), wait))
})
