import { Effect, Layer } from "effect"
import { Timetable } from "../shared/index.ts"
import { VatChecks } from "./VatChecks.ts"

/** Registers the repetition of checks of VAT numbers. */
export const VatCheckTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const checks = yield* VatChecks
  const timetable = yield* Timetable
  yield* timetable.add({ name: "organizations.vat", every: "1 minute", run: checks.repeatDue })
}))
