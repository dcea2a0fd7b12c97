import { DateTime, Effect, Layer, Schema } from "effect"
import { JobKinds, JobQueue, type SystemJob } from "../../jobs/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import { ZoneId } from "../Zone.ts"
import { checkLeaseHours, ZoneClaims } from "./ZoneClaims.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

const kind = "dns.ownership"
const topic = "dns_ownership"

/** Zones of one round. With one round a minute, 2.9 million a day. */
const zonesPerRound = 2000

/** Checks at once, each of which waits for nameservers most of its time. */
const concurrency = 32

const decode = Schema.decodeUnknownEffect(Schema.Struct({ dns_zone_id: ZoneId }))

const checkJob = (dns_zone_id: ZoneId): SystemJob => ({
  kind,
  organization_id: null,
  payload: { dns_zone_id },
  ordering_key: `ownership ${dns_zone_id}`,
  key: dns_zone_id
})

/**
 * Checks the ownership of zones whose check is due. Each check puts the next one a day off, so that the checks of a day
 * are spread as the zones were proven; what has piled up is spread by the rounds.
 */
export const OwnershipJobs = Layer.effectDiscard(Effect.gen(function*() {
  const claims = yield* ZoneClaims
  const kinds = yield* JobKinds
  const queue = yield* JobQueue
  const store = yield* ZoneOwnershipStore
  const timetable = yield* Timetable
  const transaction = yield* Transaction

  yield* kinds.registerTopic({ topic, concurrency })
  yield* kinds.registerKind({
    kind,
    topic,
    run: ({ payload }) =>
      Effect.orDie(decode(payload)).pipe(
        Effect.flatMap(({ dns_zone_id }) => claims.recheck(dns_zone_id)),
        Effect.as(null)
      )
  })
  yield* timetable.add({
    name: "dns.ownership",
    every: "1 minute",
    run: transaction.atomically(Effect.gen(function*() {
      const now = yield* Instant.now
      const due = yield* store.leaseDueChecks(zonesPerRound, now, DateTime.add(now, { hours: checkLeaseHours }))
      yield* queue.enqueueAll(due.map(checkJob))
      return false
    }))
  })
}))
