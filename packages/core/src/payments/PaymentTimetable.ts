import { Effect, Layer } from "effect"
import { Timetable } from "../shared/index.ts"
import { Payments } from "./Payments.ts"

/** Registers the look-ups of payments whose outcome is not known yet. */
export const PaymentTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const payments = yield* Payments
  const timetable = yield* Timetable
  yield* timetable.add({ name: "payments.due", every: "1 minute", run: payments.checkDue })
}))
