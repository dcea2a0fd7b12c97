import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { JobDeferred, JobKinds, JobQueue, unlimitedAttempts } from "../../jobs/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import { resubmissionJob } from "../delegation/ChildDelegations.ts"
import { ZoneId } from "../Zone.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { makeSigningMoves, renewalOf } from "./SigningMoves.ts"
import { makeSigningRequests, signingJob } from "./SigningRequests.ts"
import { makeSigningSteps } from "./SigningSteps.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"
import type { ZoneSigningProgress } from "./ZoneSigningState.ts"

const topic = "dns.dnssec"
const renewalJob = "dns.signatures"

/** Topic of renewals, so that steps of signing do not wait for those of many zones. */
const renewalTopic = "dns_signatures"

/** Zones of one round of renewals. */
const perRound = 1000

/** Lease of a due renewal, in hours. `renew_on` is the end of the lease until a job renews the signatures. */
const leaseHours = 1

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
      if (progress.value.state === "unsigned" || !isDueOrLeased(progress.value, now)) return
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
    topic: renewalTopic,
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
      const now = yield* Instant.now
      const due = yield* store.leaseDueRenewals(perRound, now, DateTime.add(now, { hours: leaseHours }))
      yield* queue.enqueueAll(due.map((dns_zone_id) => ({
        kind: renewalJob,
        organization_id: null,
        payload: { dns_zone_id },
        ordering_key: `zone ${dns_zone_id}`,
        key: dns_zone_id
      })))
      return due.length === perRound
    }))
  })
}))

/** True while the renewal is due or leased. A renewal moves `renew_on` by a week, so a repeated job does nothing. */
const isDueOrLeased = ({ renew_on }: ZoneSigningProgress, now: Instant.Instant): boolean =>
  Instant.hasPassed(renew_on, DateTime.add(now, { hours: leaseHours }))
