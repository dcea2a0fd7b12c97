import { Context, Effect, Layer } from "effect"
import { Instant, Transaction } from "../shared/index.ts"
import { JobStore, type UnsettledJobs } from "./JobStore.ts"
import { JobWakeup } from "./JobWakeup.ts"

/** Settles unsettled jobs and wakes workers after a commit that changed jobs. */
export class JobAnnouncements extends Context.Service<JobAnnouncements, {
  /** Called in the transaction. After a crash before or right after its commit, the upkeep settles the jobs. */
  readonly announce: (unsettled: UnsettledJobs, topics: ReadonlyArray<string>) => Effect.Effect<void>
}>()("@namewright/core/jobs/JobAnnouncements") {
  static readonly layer = Layer.effect(
    JobAnnouncements,
    Effect.gen(function*() {
      const store = yield* JobStore
      const transaction = yield* Transaction
      const wakeup = yield* JobWakeup

      const settle = Effect.fnUntraced(function*(unsettled: UnsettledJobs, topics: ReadonlyArray<string>) {
        const woken = isSettled(unsettled) ? [] : yield* store.settle(unsettled, yield* Instant.now)
        const all = [...new Set([...topics, ...woken])]
        if (all.length > 0) yield* wakeup.signal(all)
      })

      return JobAnnouncements.of({
        announce: (unsettled, topics) => transaction.afterCommit(settle(unsettled, topics))
      })
    })
  )
}

/** True if nothing has to be settled. */
export const isSettled = ({ batches, queues, ordering_keys, organizations }: UnsettledJobs): boolean =>
  batches.length + queues.length + ordering_keys.length + organizations.length === 0
