import { Clock, DateTime, Effect, Option } from "effect"
import type { Processes } from "../processes/index.ts"
import { Instant } from "../shared/index.ts"
import type { IntentTimes } from "./intentTimes.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

type Leased = Pick<RegistryIntent, "intent_id" | "lease" | "process_id" | "registry" | "due_on">

/** Leases of intents. A lease ends when its process ends, or at its time limit. */
export const makeIntentLeases = (
  store: RegistryIntentStore["Service"],
  processes: Processes["Service"],
  { leasedUntil }: IntentTimes
) => {
  /** Process and end of a lease that begins now. */
  const newTerm = Effect.fnUntraced(function*(intent: Pick<Leased, "registry">) {
    return { process_id: yield* processes.current, due_on: yield* leasedUntil(intent) }
  })

  /** Claims an intent for this process. None while another fiber or process works on it. */
  const claim = Effect.fnUntraced(function*<I extends Leased>(intent: I) {
    const { intent_id, lease, process_id, due_on } = intent
    if (process_id !== null && !Instant.hasPassed(due_on, yield* Instant.now)) return Option.none<I>()
    const term = yield* newTerm(intent)
    return (yield* store.claim(intent_id, lease, term))
      ? Option.some<I>({ ...intent, ...term, lease: lease + 1 })
      : Option.none<I>()
  })

  /**
   * Check whether the lease certainly still belongs to this process; it can be repeated at any time and reads no
   * storage.
   */
  const isValid = Effect.fnUntraced(function*({ process_id, due_on }: Pick<Leased, "process_id" | "due_on">) {
    const isCurrent = process_id === null ? () => false : yield* processes.isCurrent(process_id)
    const end = DateTime.toEpochMillis(due_on)
    return yield* Clock.clockWith((clock) => Effect.succeed(() => isCurrent() && clock.currentTimeMillisUnsafe() < end))
  })

  /** The intent, if this process still has its lease. Reads the storage if that is not certain. */
  const confirmed = Effect.fnUntraced(function*<I extends Leased>(intent: I) {
    if ((yield* isValid(intent))()) return Option.some(intent)
    const term = yield* newTerm(intent)
    return (yield* store.renew(intent.intent_id, intent.lease, term))
      ? Option.some<I>({ ...intent, ...term })
      : Option.none<I>()
  })

  return { newTerm, claim, isValid, confirmed }
}

export type IntentLeases = ReturnType<typeof makeIntentLeases>
