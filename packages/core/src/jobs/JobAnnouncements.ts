import { Context, Effect, Layer } from "effect"
import { Instant, Transaction } from "../shared/index.ts"
import { JobStore, type LooseEnds } from "./JobStore.ts"
import { JobWakeup } from "./JobWakeup.ts"

/** What follows the commit of whatever moved jobs: loose ends are tied up, and workers are told. */
export class JobAnnouncements extends Context.Service<JobAnnouncements, {
  /** Called in the transaction. A crash before its commit, or right after it, is healed by the upkeep. */
  readonly announce: (loose: LooseEnds, topics: ReadonlyArray<string>) => Effect.Effect<void>
}>()("@namewright/core/jobs/JobAnnouncements") {
  static readonly layer = Layer.effect(
    JobAnnouncements,
    Effect.gen(function*() {
      const store = yield* JobStore
      const transaction = yield* Transaction
      const wakeup = yield* JobWakeup

      const tieUp = Effect.fnUntraced(function*(loose: LooseEnds, topics: ReadonlyArray<string>) {
        const woken = isTied(loose) ? [] : yield* store.settle(loose, yield* Instant.now)
        const all = [...new Set([...topics, ...woken])]
        if (all.length > 0) yield* wakeup.signal(all)
      })

      return JobAnnouncements.of({
        announce: (loose, topics) => transaction.afterCommit(tieUp(loose, topics))
      })
    })
  )
}

/** Whether nothing is loose. */
export const isTied = ({ batches, flows, lanes, organizations }: LooseEnds): boolean =>
  batches.length + flows.length + lanes.length + organizations.length === 0
