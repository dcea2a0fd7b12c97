import { Cause, Clock, DateTime, Effect, Exit, Option } from "effect"
import type { Processes } from "../processes/index.ts"
import { Instant, type Transaction } from "../shared/index.ts"
import type { IntentTimes } from "./intentTimes.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"
import { makeUnreleasedLeases } from "./UnreleasedLeases.ts"

type Leased = Pick<RegistryIntent, "attempts" | "intent_id" | "lease" | "process_id" | "registry" | "due_on">

/**
 * Leases of intents. A lease ends with its attempt, with its process, or at its time limit.
 */
export const makeIntentLeases = (
  store: RegistryIntentStore["Service"],
  transaction: Transaction["Service"],
  processes: Processes["Service"],
  { backOff, conclusiveFrom, leasedUntil }: IntentTimes
) => {
  const left = makeUnreleasedLeases(store, transaction, processes)

  /** Process and end of a lease that begins now. */
  const newTerm = Effect.fnUntraced(function*(intent: Pick<Leased, "registry">) {
    return { process_id: yield* processes.current, due_on: yield* leasedUntil(intent) }
  })

  /**
   * Ends the lease of an attempt that failed. Recovery waits as after a lost answer, but not after an interruption or a
   * failure of the storage, which say nothing about the registry.
   */
  const end = Effect.fnUntraced(function*(intent: Leased, cause: Cause.Cause<unknown>) {
    const conclusive_from = yield* conclusiveFrom(intent)
    const wait = transaction.wasAway(cause) || Cause.hasInterruptsOnly(cause)
      ? { due_on: conclusive_from, conclusive_from }
      : yield* backOff({ attempts: intent.attempts, conclusive_from })
    const stored = yield* Effect.exit(store.postpone(intent.intent_id, intent.lease, wait))
    if (Exit.isFailure(stored)) yield* left.leave(intent, conclusive_from)
  })

  const endIfFailed = <A, E>(intent: Leased, attempt: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.onError(attempt, (cause) => end(intent, cause))

  /** Has the lease of an intent released that may be stored, and whose command was not sent. */
  const leaveUnsent = (intent: Leased) =>
    Effect.flatMap(Instant.now, (now) => left.leave(intent, now, intent.process_id))

  /** Claims an intent for this process and runs an attempt. None while another fiber or process works on it. */
  const whileClaimed = <I extends Leased, A>(intent: I, attemptOf: (claimed: I) => Effect.Effect<A>) =>
    Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
      const { due_on, intent_id, lease, process_id } = intent
      if (process_id !== null && !Instant.hasPassed(due_on, yield* Instant.now)) return Option.none<A>()
      const term = yield* newTerm(intent)
      const claimed: I = { ...intent, ...term, lease: lease + 1 }
      return yield* left.during(
        claimed,
        Effect.gen(function*() {
          const isClaimed = yield* Effect.onError(
            store.claim(intent_id, lease, term),
            // It may be stored although its answer is lost.
            () => leaveUnsent(claimed)
          )
          return isClaimed ? Option.some(yield* endIfFailed(claimed, restore(attemptOf(claimed)))) : Option.none<A>()
        })
      )
    }))

  /**
   * Check whether the lease certainly still belongs to this process; it can be repeated at any time and reads no
   * storage.
   */
  const isValid = Effect.fnUntraced(function*({ process_id, due_on }: Pick<Leased, "process_id" | "due_on">) {
    const isCurrent = process_id === null ? () => false : yield* processes.isCurrent(process_id)
    const limit = DateTime.toEpochMillis(due_on)
    return yield* Clock.clockWith((clock) =>
      Effect.succeed(() => isCurrent() && clock.currentTimeMillisUnsafe() < limit)
    )
  })

  /** The intent, if this process still has its lease. Reads the storage if that is not certain. */
  const confirmed = Effect.fnUntraced(function*<I extends Leased>(intent: I) {
    if ((yield* isValid(intent))()) return Option.some(intent)
    const term = yield* newTerm(intent)
    return (yield* store.renew(intent.intent_id, intent.lease, term))
      ? Option.some<I>({ ...intent, ...term })
      : Option.none<I>()
  })

  /** Runs an attempt of an intent that this process has prepared. None if another process has taken it over. */
  const whileConfirmed = <I extends Leased, A>(prepared: I, attemptOf: (confirmed: I) => Effect.Effect<A>) =>
    left.during(
      prepared,
      Effect.gen(function*() {
        const intent = yield* Effect.onError(confirmed(prepared), () => leaveUnsent(prepared))
        return Option.isSome(intent)
          ? Option.some(yield* endIfFailed(intent.value, attemptOf(intent.value)))
          : Option.none<A>()
      })
    )

  return { newTerm, isValid, whileClaimed, whileConfirmed, leaveUnsent, forget: left.forget, releaseLeft: left.release }
}

export type IntentLeases = ReturnType<typeof makeIntentLeases>
