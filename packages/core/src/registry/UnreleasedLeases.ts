import { DateTime, Effect, Option } from "effect"
import type { Processes, ProcessId } from "../processes/index.ts"
import { Instant, type Transaction } from "../shared/index.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

/** Number of a lease of an intent. One attempt has it. */
export type AttemptLease = Pick<RegistryIntent, "intent_id" | "lease">

interface UnreleasedLease {
  readonly attempt: AttemptLease
  readonly conclusive_from: Instant.Instant
  /** Set if the attempt may not have got the lease: another process may have it under the same number. */
  readonly process_id: ProcessId | undefined
}

/**
 * Leases that this process has, or may have, after their attempts have ended: the storage failed, so that neither the
 * outcome nor the end of the lease was stored. Without a release, recovery would wait for the time limit of the lease.
 */
export const makeUnreleasedLeases = (
  store: RegistryIntentStore["Service"],
  transaction: Transaction["Service"],
  processes: Processes["Service"]
) => {
  /** Numbers of attempts that run, by lease. An attempt whose claim failed may have the key of one that succeeded. */
  const running = new Map<string, number>()
  const left = new Map<string, UnreleasedLease>()

  /** Runs an attempt, whose lease is not released meanwhile. */
  const during = <A, E, R>(lease: AttemptLease, attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const key = keyOf(lease)
    return Effect.acquireUseRelease(
      Effect.sync(() => void running.set(key, (running.get(key) ?? 0) + 1)),
      () => attempt,
      () =>
        Effect.suspend(() => {
          const others = (running.get(key) ?? 1) - 1
          if (others > 0) running.set(key, others)
          else running.delete(key)
          return left.has(key) ? processes.releaseSoon : Effect.void
        })
    )
  }

  /** Has a lease released after the next stored heartbeat. Its attempt writes and sends nothing any more. */
  const leave = (
    { intent_id, lease }: AttemptLease,
    conclusive_from: Instant.Instant,
    process_id?: ProcessId | null
  ): Effect.Effect<void> =>
    Effect.suspend(() => {
      const attempt = { intent_id, lease }
      left.set(keyOf(attempt), { attempt, conclusive_from, process_id: process_id ?? undefined })
      return processes.releaseSoon
    })

  /** Forgets a lease whose intent has turned out not to be stored. */
  const forget = (lease: AttemptLease): Effect.Effect<void> => Effect.sync(() => void left.delete(keyOf(lease)))

  /** Releases the leases in the caller's transaction, and returns their intents. Fenced like every takeover. */
  const release = Effect.gen(function*() {
    const now = yield* Instant.now
    const released: Array<RegistryIntent> = []
    for (const [key, { attempt, conclusive_from, process_id }] of left) {
      if (running.has(key)) continue
      const wait = { due_on: DateTime.max(now, conclusive_from), conclusive_from }
      const intent = yield* store.release(attempt.intent_id, attempt.lease, wait, process_id)
      if (Option.isSome(intent)) released.push(intent.value)
      yield* transaction.afterCommit(Effect.sync(() => void left.delete(key)))
    }
    return released
  })

  return { during, leave, forget, release }
}

const keyOf = ({ intent_id, lease }: AttemptLease): string => `${intent_id} ${lease}`
