import { DateTime, Duration, Effect, Layer } from "effect"
import { Instant, Timetable, Transaction } from "../shared/index.ts"
import { EventStore } from "./EventStore.ts"

/** Retention: after the acknowledgement, and, for events without one, after their creation. */
export const eventsKept = { acknowledged: Duration.days(90), pending: Duration.days(730) }

/** Maximum events removed in one round. */
const removedAtOnce = 1000

/** Removes events at the end of their retention. Source: gaps of the REST specification, "Events". */
export const EventRetention = Layer.effectDiscard(Effect.gen(function*() {
  const store = yield* EventStore
  const transaction = yield* Transaction
  yield* (yield* Timetable).add({
    name: "events.retention",
    every: "1 hour",
    run: Effect.gen(function*() {
      const now = yield* Instant.now
      const before = {
        acknowledged: DateTime.subtractDuration(now, eventsKept.acknowledged),
        pending: DateTime.subtractDuration(now, eventsKept.pending)
      }
      const removed = yield* transaction.atomically(store.removeBefore(before, removedAtOnce))
      return removed === removedAtOnce
    })
  })
}))
