import { DateTime, Duration, Effect, Layer } from "effect"
import { Instant, Timetable, Transaction } from "../shared/index.ts"
import { EventStore } from "./EventStore.ts"

/** Time that events are kept: after their acknowledgement, and without one after they happened. */
const kept = { acknowledged: Duration.days(90), pending: Duration.days(730) }

/** Events of one round. */
const removedAtOnce = 1000

/** Removes events whose time is over. Source: gaps of the REST specification, "Events". */
export const EventRetention = Layer.effectDiscard(Effect.gen(function*() {
  const store = yield* EventStore
  const transaction = yield* Transaction
  yield* (yield* Timetable).add({
    name: "events.retention",
    every: "1 hour",
    run: Effect.gen(function*() {
      const now = yield* Instant.now
      const before = {
        acknowledged: DateTime.subtractDuration(now, kept.acknowledged),
        pending: DateTime.subtractDuration(now, kept.pending)
      }
      const removed = yield* transaction.atomically(store.removeBefore(before, removedAtOnce))
      return removed === removedAtOnce
    })
  })
}))
