import { DateTime, Effect, Layer, Option } from "effect"
import { EventLog } from "../../events/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import type { ZoneId } from "../Zone.ts"
import { serialOfDay } from "../ZoneSerial.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { displacedDays, zoneEvent } from "./recordReview.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/** Zones of one round. */
const zonesPerRound = 100

/** Removes zones 30 days after they were displaced. Nobody serves them, so no nameserver hears of it. */
export const DisplacedZones = Layer.effectDiscard(Effect.gen(function*() {
  const store = yield* ZoneOwnershipStore
  const zones = yield* ZoneStore
  const events = yield* EventLog
  const timetable = yield* Timetable
  const transaction = yield* Transaction

  const remove = (id: ZoneId) =>
    transaction.atomically(Effect.gen(function*() {
      const found = yield* zones.lock(id)
      if (Option.isNone(found)) return
      yield* zones.remove(found.value, serialOfDay(yield* Instant.now))
      yield* events.record({
        ...zoneEvent(found.value),
        type: "DELETION",
        subtype: "SUCCESS",
        event_data: { message: `Zone ${found.value.name} is deleted, ${displacedDays} days after it was displaced` }
      })
    }))

  yield* timetable.add({
    name: "dns.displaced_zones",
    every: "1 hour",
    run: Effect.gen(function*() {
      const before = DateTime.subtract(yield* Instant.now, { days: displacedDays })
      const found = yield* store.displacedBefore(before, zonesPerRound)
      yield* Effect.forEach(found, remove, { discard: true })
      return found.length === zonesPerRound
    })
  })
}))
