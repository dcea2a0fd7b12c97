import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { EventLog } from "../../events/index.ts"
import { JobKinds, JobQueue, type SystemJob } from "../../jobs/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import { type Zone, ZoneId } from "../Zone.ts"
import { serialOfDay } from "../ZoneSerial.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { displacedDays, hostname, zoneEvent } from "./Displacement.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

const kind = "dns.displaced_zone"

/** Zones of one round. */
const zonesPerRound = 2000

const decode = Schema.decodeUnknownEffect(Schema.Struct({ dns_zone_id: ZoneId }))

const removalJob = (dns_zone_id: ZoneId): SystemJob => ({
  kind,
  organization_id: null,
  payload: { dns_zone_id },
  ordering_key: `displaced ${dns_zone_id}`,
  key: dns_zone_id
})

/** Removes zones 30 days after they were displaced, each by a job. They are not served, so no nameserver is concerned. */
export const DisplacedZones = Layer.effectDiscard(Effect.gen(function*() {
  const store = yield* ZoneOwnershipStore
  const zones = yield* ZoneStore
  const events = yield* EventLog
  const kinds = yield* JobKinds
  const queue = yield* JobQueue
  const timetable = yield* Timetable
  const transaction = yield* Transaction

  const remove = (id: ZoneId) =>
    transaction.atomically(Effect.gen(function*() {
      const now = yield* Instant.now
      const found = yield* zones.lock(id)
      if (Option.isNone(found) || !isRemovable(found.value, now)) return
      yield* zones.remove(found.value, serialOfDay(now))
      const name = hostname(found.value.name)
      yield* events.record({
        ...zoneEvent(found.value),
        type: "DELETION",
        subtype: "SUCCESS",
        event_data: { message: `Zone ${name} is deleted, ${displacedDays} days after it was displaced` }
      })
    }))

  yield* kinds.registerKind({
    kind,
    topic: "dns",
    run: ({ payload }) =>
      Effect.orDie(decode(payload)).pipe(
        Effect.flatMap(({ dns_zone_id }) => remove(dns_zone_id)),
        Effect.as(null)
      )
  })
  yield* timetable.add({
    name: "dns.displaced_zones",
    every: "10 minutes",
    run: Effect.gen(function*() {
      const found = yield* store.displacedBefore(endedBy(yield* Instant.now), zonesPerRound)
      yield* queue.enqueueAll(found.map(removalJob))
      return false
    })
  })
}))

const endedBy = (now: Instant.Instant): Instant.Instant => DateTime.subtract(now, { days: displacedDays })

const isRemovable = ({ displaced_on }: Zone, now: Instant.Instant): boolean =>
  displaced_on !== null && Instant.hasPassed(displaced_on, endedBy(now))
