import { Effect, Layer } from "effect"
import { Timetable } from "../shared/index.ts"
import { Reconciliation } from "./Reconciliation.ts"

/** Registers the daily reconciliation, one page in each round. */
export const ReconciliationTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const reconciliation = yield* Reconciliation
  const timetable = yield* Timetable
  yield* timetable.add({ name: "reconciliation.days", every: "1 hour", run: reconciliation.runDue })
}))
