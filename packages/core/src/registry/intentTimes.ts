import { DateTime, Duration, Effect, Option } from "effect"
import { Entropy, Instant } from "../shared/index.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryRouter } from "./RegistryRouter.ts"

/** How long a caller keeps an intent to itself; longer than any command may take. */
export const intentLease = Duration.minutes(2)
/**
 * Seconds between the looks of recovery, `longestWait` after that. Each is up to a quarter shorter, so that what
 * failed together, because a registry was away, does not come back together.
 */
const waits = [30, 120, 480, 1800]
const longestWait = 3600

export type IntentTimes = ReturnType<typeof intentTimes>

/**
 * When an intent is taken up again. Whenever that is, what was sent of it before is over, and shown by the registry: a
 * look that does not find it is believed.
 */
export const intentTimes = (router: RegistryRouter["Service"]) => {
  const lagOf = (registry: string) =>
    Option.match(router.find(registry), {
      onNone: () => Duration.zero,
      onSome: ({ capabilities }) => capabilities.lookup_lag
    })
  return {
    /** Whether a look at this registry may show an earlier state. */
    mayLag: (registry: string) => !Duration.isZero(lagOf(registry)),
    /** When recovery looks at what was sent until now. */
    nextLook: ({ attempts, registry }: Pick<RegistryIntent, "attempts" | "registry">) =>
      Effect.flatMap(waitAfter(attempts), (wait) => fromNow(Duration.max(wait, lagOf(registry)))),
    /** Until when a sending that begins now is left alone; its process may die at the end of the lease. */
    leasedUntil: ({ registry }: Pick<RegistryIntent, "registry">) => fromNow(Duration.sum(intentLease, lagOf(registry)))
  }
}

const waitAfter = Effect.fnUntraced(function*(attempts: number) {
  const entropy = yield* Entropy
  const wait = waits[attempts] ?? longestWait
  return Duration.seconds(yield* entropy.intBetween(Math.ceil(wait * 0.75), wait))
})

const fromNow = (wait: Duration.Duration) => Effect.map(Instant.now, (now) => DateTime.addDuration(now, wait))
