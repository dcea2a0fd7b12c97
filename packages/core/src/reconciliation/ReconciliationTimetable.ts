import { Clock, Duration, Effect, Layer } from "effect"
import { Timetable } from "../shared/index.ts"
import { Reconciliation } from "./Reconciliation.ts"

/** A round ends after this time or number of pages. */
const roundTime = Duration.seconds(2)
const pagesPerRound = 20

/** Registers the daily reconciliation, some pages in each round. */
export const ReconciliationTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const { runDue } = yield* Reconciliation
  const timetable = yield* Timetable

  const round = Effect.gen(function*() {
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(roundTime)
    for (let pages = 0; pages < pagesPerRound; pages++) {
      if (!(yield* runDue)) return false
      if ((yield* Clock.currentTimeMillis) >= end) return true
    }
    return true
  })

  yield* timetable.add({ name: "reconciliation.days", every: "1 hour", run: round })
}))
