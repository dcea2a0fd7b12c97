import { Context, Effect, Layer } from "effect"
import { Instant, Transaction } from "../shared/index.ts"
import { JobStore } from "./JobStore.ts"
import { JobWakeup } from "./JobWakeup.ts"
import type { DeferredUpdates } from "./NewJob.ts"

/** Applies deferred updates and wakes workers after a commit that changed jobs. */
export class JobAnnouncements extends Context.Service<JobAnnouncements, {
  /** Called in the transaction. After a crash before or right after its commit, the upkeep applies the updates. */
  readonly announce: (updates: DeferredUpdates, topics: ReadonlyArray<string>) => Effect.Effect<void>
}>()("@namewright/core/jobs/JobAnnouncements") {
  static readonly layer = Layer.effect(
    JobAnnouncements,
    Effect.gen(function*() {
      const store = yield* JobStore
      const transaction = yield* Transaction
      const wakeup = yield* JobWakeup

      const applyUpdates = Effect.fnUntraced(function*(updates: DeferredUpdates, topics: ReadonlyArray<string>) {
        const woken = isEmpty(updates) ? [] : yield* store.applyUpdates(updates, yield* Instant.now)
        const all = [...new Set([...topics, ...woken])]
        if (all.length > 0) yield* wakeup.signal(all)
      })

      return JobAnnouncements.of({
        announce: (updates, topics) => transaction.afterCommit(applyUpdates(updates, topics))
      })
    })
  )
}

/** True if there is nothing to update. */
export const isEmpty = ({ batches, queues, ordering_keys, organizations }: DeferredUpdates): boolean =>
  batches.length + queues.length + ordering_keys.length + organizations.length === 0
