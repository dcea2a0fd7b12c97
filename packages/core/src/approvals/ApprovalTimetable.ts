import { Effect, Layer } from "effect"
import { Timetable } from "../shared/index.ts"
import { ApprovalKeys } from "./ApprovalKeys.ts"

/** What time brings to approvals: new keys. */
export const ApprovalTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const timetable = yield* Timetable
  const keys = yield* ApprovalKeys
  yield* timetable.add({
    name: "approvals.keys",
    every: "1 hour",
    run: Effect.as(keys.rotateWhenDue, false)
  })
}))
