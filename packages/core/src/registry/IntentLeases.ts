import { Clock, DateTime, Effect, Option } from "effect"
import type { Processes } from "../processes/index.ts"
import { Instant } from "../shared/index.ts"
import type { IntentTimes } from "./intentTimes.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

type Leased = Pick<RegistryIntent, "intent_id" | "lease" | "process_id" | "registry" | "run_after">

/** Leases of intents: each names a process, and ends with it, or at its time. */
export const makeIntentLeases = (
  store: RegistryIntentStore["Service"],
  processes: Processes["Service"],
  { leasedUntil }: IntentTimes
) => {
  /** The hold of this process from now on. */
  const hold = Effect.fnUntraced(function*(intent: Pick<Leased, "registry">) {
    return { process_id: yield* processes.current, run_after: yield* leasedUntil(intent) }
  })

  /** Takes an intent for this process. None while another fiber or process works on it. */
  const take = Effect.fnUntraced(function*<I extends Leased>(intent: I) {
    const { intent_id, lease, process_id, run_after } = intent
    if (process_id !== null && !Instant.hasPassed(run_after, yield* Instant.now)) return Option.none<I>()
    const held = yield* hold(intent)
    return (yield* store.take(intent_id, lease, held))
      ? Option.some<I>({ ...intent, ...held, lease: lease + 1 })
      : Option.none<I>()
  })

  /** Whether the intent is certainly held, at any later moment and without asking the storage. */
  const isHeld = Effect.fnUntraced(function*({ process_id, run_after }: Pick<Leased, "process_id" | "run_after">) {
    const isCurrent = process_id === null ? () => false : yield* processes.isCurrent(process_id)
    const end = DateTime.toEpochMillis(run_after)
    return yield* Clock.clockWith((clock) => Effect.succeed(() => isCurrent() && clock.currentTimeMillisUnsafe() < end))
  })

  /** The intent, if this process still holds it; asks the storage where that is not certain. */
  const confirmed = Effect.fnUntraced(function*<I extends Leased>(intent: I) {
    if ((yield* isHeld(intent))()) return Option.some(intent)
    const held = yield* hold(intent)
    return (yield* store.renew(intent.intent_id, intent.lease, held))
      ? Option.some<I>({ ...intent, ...held })
      : Option.none<I>()
  })

  return { hold, take, isHeld, confirmed }
}

export type IntentLeases = ReturnType<typeof makeIntentLeases>
