import { Effect, Layer } from "effect"
import { Timetable } from "../shared/index.ts"
import { ApprovalKeys } from "./ApprovalKeys.ts"

/** Scheduled work of approvals: rotation of keys. */
export const ApprovalTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const timetable = yield* Timetable
  const keys = yield* ApprovalKeys
  yield* timetable.add({
    name: "approvals.keys",
    every: "1 hour",
    run: Effect.as(keys.rotateWhenDue, false)
  })
}))
