import { DateTime, Effect } from "effect"
import { Instant, Transaction } from "../shared/index.ts"
import { lost } from "./failedBy.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { JobKinds } from "./JobKinds.ts"
import { countOutcomes } from "./jobMetrics.ts"
import { JobStore } from "./JobStore.ts"
import { JobWorkerSettings } from "./JobWorkerSettings.ts"
import { recordFailures } from "./recordFailures.ts"

/** Requeues the jobs of lost workers in the topics that are registered here; returns the topics with requeued jobs. */
export const makeTakeOver = Effect.gen(function*() {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const transaction = yield* Transaction
  const { announce } = yield* JobAnnouncements
  const { lease } = yield* JobWorkerSettings

  return Effect.gen(function*() {
    const now = yield* Instant.now
    const topics = kinds.topics().map(({ topic }) => topic)
    const silentSince = DateTime.subtractDuration(now, lease)
    const taken = yield* transaction.atomically(
      Effect.tap(
        store.takeOver(topics, silentSince, now, lost),
        ({ failed, updates }) => Effect.andThen(recordFailures(store, failed, now), announce(updates, []))
      )
    )
    yield* countOutcomes(taken.ended.map((kind) => ({ kind, status: "dead_letter" })))
    return taken.topics
  })
})
