import { Effect, Layer } from "effect"
import { Timetable } from "../../shared/index.ts"
import { BrandingSenders } from "./BrandingSenders.ts"

/** Registers the daily checks of senders. */
export const SenderTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const senders = yield* BrandingSenders
  const timetable = yield* Timetable
  yield* timetable.add({ name: "branding.senders", every: "10 minutes", run: senders.repeatDue })
}))
