import { Context, Effect, Layer } from "effect"
import { Instant, Transaction } from "../shared/index.ts"
import { JobStore, type UnsettledJobs } from "./JobStore.ts"
import { JobWakeup } from "./JobWakeup.ts"

/** After a commit that changed jobs: settles unsettled jobs and wakes workers. */
export class JobAnnouncements extends Context.Service<JobAnnouncements, {
  /** Called in the transaction. A crash before its commit, or right after it, is repaired by the upkeep. */
  readonly announce: (loose: UnsettledJobs, topics: ReadonlyArray<string>) => Effect.Effect<void>
}>()("@namewright/core/jobs/JobAnnouncements") {
  static readonly layer = Layer.effect(
    JobAnnouncements,
    Effect.gen(function*() {
      const store = yield* JobStore
      const transaction = yield* Transaction
      const wakeup = yield* JobWakeup

      const settle = Effect.fnUntraced(function*(loose: UnsettledJobs, topics: ReadonlyArray<string>) {
        const woken = isSettled(loose) ? [] : yield* store.settle(loose, yield* Instant.now)
        const all = [...new Set([...topics, ...woken])]
        if (all.length > 0) yield* wakeup.signal(all)
      })

      return JobAnnouncements.of({
        announce: (loose, topics) => transaction.afterCommit(settle(loose, topics))
      })
    })
  )
}

/** Whether there is nothing to settle. */
export const isSettled = ({ batches, queues, ordering_keys, organizations }: UnsettledJobs): boolean =>
  batches.length + queues.length + ordering_keys.length + organizations.length === 0
