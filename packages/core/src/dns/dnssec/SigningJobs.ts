import { Effect, Layer, Option, Schema } from "effect"
import { JobDeferred, JobKinds, JobQueue, unlimitedAttempts } from "../../jobs/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import { resubmissionJob } from "../delegation/ChildDelegations.ts"
import { ZoneId } from "../Zone.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { makeSigningMoves, renewalOf } from "./SigningMoves.ts"
import { makeSigningRequests, signingJob } from "./SigningRequests.ts"
import { makeSigningSteps } from "./SigningSteps.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"

const topic = "dns.dnssec"
const renewalJob = "dns.signatures"

/** Zones of one round of renewals. */
const perRound = 1000

const decodeStep = Schema.decodeUnknownEffect(Schema.Struct({ dns_zone_id: ZoneId, generation: Schema.Int }))
const decodeZone = Schema.decodeUnknownEffect(Schema.Struct({ dns_zone_id: ZoneId }))

/** Background work of signing: steps that wait, and new signatures once a week. */
export const SigningJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const queue = yield* JobQueue
  const timetable = yield* Timetable
  const transaction = yield* Transaction
  const store = yield* ZoneKeyStore
  const zones = yield* ZoneStore
  const { advance } = yield* makeSigningSteps
  const requests = yield* makeSigningRequests
  const { resign } = yield* makeSigningMoves

  /** Writes a new serial, so that secondaries transfer new signatures. */
  const renew = (id: ZoneId) =>
    transaction.atomically(Effect.gen(function*() {
      const now = yield* Instant.now
      const zone = yield* zones.lock(id)
      const progress = yield* store.lockProgress(id)
      if (Option.isNone(zone) || Option.isNone(progress)) return
      if (progress.value.state === "unsigned" || !Instant.hasPassed(progress.value.renew_on, now)) return
      yield* resign(zone.value)
      yield* store.saveProgress({ ...progress.value, renew_on: renewalOf(now) })
    }))

  yield* kinds.registerKind({
    kind: signingJob,
    topic,
    maxAttempts: unlimitedAttempts,
    run: Effect.fnUntraced(function*({ payload }) {
      const { dns_zone_id, generation } = yield* Effect.orDie(decodeStep(payload))
      const found = yield* advance(dns_zone_id, generation)
      return found._tag === "Waiting" ? yield* new JobDeferred({ pause: found.pause }) : null
    })
  })
  yield* kinds.registerKind({
    kind: renewalJob,
    topic,
    run: ({ payload }) =>
      Effect.orDie(decodeZone(payload)).pipe(
        Effect.flatMap(({ dns_zone_id }) => renew(dns_zone_id)),
        Effect.as(null)
      )
  })

  yield* kinds.registerKind({
    kind: resubmissionJob,
    topic,
    run: Effect.fnUntraced(function*({ payload }) {
      const { dns_zone_id } = yield* Effect.orDie(decodeZone(payload))
      const zone = yield* zones.find(dns_zone_id)
      if (Option.isSome(zone)) {
        // Zones that are deleted or displaced need no DS.
        const begun = yield* Effect.option(requests.resubmit(zone.value))
        if (Option.isSome(begun)) yield* advance(dns_zone_id, begun.value.generation)
      }
      return null
    })
  })

  yield* timetable.add({
    name: renewalJob,
    every: "10 minutes",
    run: transaction.atomically(Effect.gen(function*() {
      const due = yield* store.dueForRenewal(yield* Instant.now, perRound)
      yield* queue.enqueueAll(due.map((dns_zone_id) => ({
        kind: renewalJob,
        organization_id: null,
        payload: { dns_zone_id },
        ordering_key: `zone ${dns_zone_id}`,
        key: dns_zone_id
      })))
      return false
    }))
  })
}))
