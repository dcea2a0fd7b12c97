import { Clock, DateTime, Effect, Option } from "effect"
import type { Processes } from "../processes/index.ts"
import { Instant } from "../shared/index.ts"
import type { IntentTimes } from "./intentTimes.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

type Leased = Pick<RegistryIntent, "intent_id" | "lease" | "process_id" | "registry" | "run_after">

/** Leases of intents. A lease ends when its process ends, or at its time limit. */
export const makeIntentLeases = (
  store: RegistryIntentStore["Service"],
  processes: Processes["Service"],
  { leasedUntil }: IntentTimes
) => {
  /** A lease of this process that begins now. */
  const hold = Effect.fnUntraced(function*(intent: Pick<Leased, "registry">) {
    return { process_id: yield* processes.current, run_after: yield* leasedUntil(intent) }
  })

  /** Takes an intent over for this process. None while another fiber or process works on it. */
  const take = Effect.fnUntraced(function*<I extends Leased>(intent: I) {
    const { intent_id, lease, process_id, run_after } = intent
    if (process_id !== null && !Instant.hasPassed(run_after, yield* Instant.now)) return Option.none<I>()
    const newHold = yield* hold(intent)
    return (yield* store.take(intent_id, lease, newHold))
      ? Option.some<I>({ ...intent, ...newHold, lease: lease + 1 })
      : Option.none<I>()
  })

  /**
   * Check whether the lease certainly still belongs to this process; it can be repeated at any time and reads no
   * storage.
   */
  const isHeld = Effect.fnUntraced(function*({ process_id, run_after }: Pick<Leased, "process_id" | "run_after">) {
    const isCurrent = process_id === null ? () => false : yield* processes.isCurrent(process_id)
    const end = DateTime.toEpochMillis(run_after)
    return yield* Clock.clockWith((clock) => Effect.succeed(() => isCurrent() && clock.currentTimeMillisUnsafe() < end))
  })

  /** The intent, if this process still has its lease. Reads the storage if that is not certain. */
  const confirmed = Effect.fnUntraced(function*<I extends Leased>(intent: I) {
    if ((yield* isHeld(intent))()) return Option.some(intent)
    const newHold = yield* hold(intent)
    return (yield* store.renew(intent.intent_id, intent.lease, newHold))
      ? Option.some<I>({ ...intent, ...newHold })
      : Option.none<I>()
  })

  return { hold, take, isHeld, confirmed }
}

export type IntentLeases = ReturnType<typeof makeIntentLeases>
