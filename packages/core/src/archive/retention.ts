import { DateTime, type Duration, Effect } from "effect"
import { Instant, Timetable, Transaction } from "../shared/index.ts"

/** Maximum rows removed in one transaction. */
const removedAtOnce = 1000

/** Schedules the removal of the rows of a store that are older than `kept`. */
export const retention = Effect.fnUntraced(function*(
  name: string,
  kept: Duration.Duration,
  { removeBefore }: { readonly removeBefore: (before: Instant.Instant, atMost: number) => Effect.Effect<number> }
) {
  const transaction = yield* Transaction
  yield* (yield* Timetable).add({
    name,
    every: "1 hour",
    run: Effect.gen(function*() {
      const before = DateTime.subtractDuration(yield* Instant.now, kept)
      return (yield* transaction.atomically(removeBefore(before, removedAtOnce))) === removedAtOnce
    })
  })
})
