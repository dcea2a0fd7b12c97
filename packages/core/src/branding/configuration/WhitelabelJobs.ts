import { Effect, Layer, Schema } from "effect"
import { JobKinds, JobQueue, type SystemJob } from "../../jobs/index.ts"
import { Instant, OrganizationId, Timetable, Transaction } from "../../shared/index.ts"
import { Onboarding } from "./Onboarding.ts"
import { OwnDomainChecks } from "./OwnDomainChecks.ts"
import { type WhitelabelKey, WhitelabelStore } from "./WhitelabelStore.ts"
import { WhitelabelTerms } from "./WhitelabelTerms.ts"

const kind = "whitelabels.advance"
const checkKind = "whitelabels.check_domain"
const topic = "whitelabels"

/** Configurations of one round; those with a waiting job are not enqueued again. */
const perRound = 500

const decode = Schema.decodeUnknownEffect(Schema.Struct({ organization_id: OrganizationId }))

/** Job that carries out the due steps of a configuration. */
export const advanceJob = (
  { organization_id, whitelabel_branding_id }: WhitelabelKey
): SystemJob => ({
  kind,
  organization_id: null,
  payload: { organization_id },
  ordering_key: `object ${whitelabel_branding_id}`,
  key: whitelabel_branding_id
})

/**
 * Job that continues an onboarding that waits for a certificate. It has no key: one that is running may have looked at the
 * certificate before it was issued.
 */
export const certificateIssuedJob = (keys: WhitelabelKey): SystemJob => {
  const { key: _, ...job } = advanceJob(keys)
  return job
}

/**
 * Job that checks the own domain of a configuration now. It has no key: one that is running may have read the zone before
 * the change that this job is for.
 */
export const domainCheckJob = ({ organization_id, whitelabel_branding_id }: WhitelabelKey): SystemJob => ({
  kind: checkKind,
  organization_id: null,
  payload: { organization_id },
  ordering_key: `object ${whitelabel_branding_id}`
})

/** Onboarding, terms and domain checks of white-label configurations, as jobs. */
export const WhitelabelJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const domainChecks = yield* OwnDomainChecks
  const onboarding = yield* Onboarding
  const queue = yield* JobQueue
  const store = yield* WhitelabelStore
  const terms = yield* WhitelabelTerms
  const timetable = yield* Timetable
  const transaction = yield* Transaction

  yield* kinds.registerTopic({ topic, concurrency: 8 })
  yield* kinds.registerKind({
    kind,
    topic,
    run: Effect.fnUntraced(function*({ payload }) {
      const { organization_id } = yield* Effect.orDie(decode(payload))
      yield* terms.advance(organization_id)
      yield* domainChecks.advance(organization_id)
      while (yield* onboarding.advance(organization_id)) yield* Effect.yieldNow
      return null
    })
  })
  yield* kinds.registerKind({
    kind: checkKind,
    topic,
    run: ({ payload }) =>
      Effect.orDie(decode(payload)).pipe(
        Effect.flatMap(({ organization_id }) => domainChecks.check(organization_id)),
        Effect.as(null)
      )
  })
  yield* timetable.add({
    name: "whitelabels.due",
    // Zones and delegations are looked at again after 15 seconds.
    every: "15 seconds",
    run: transaction.atomically(Effect.gen(function*() {
      const due = yield* store.due(yield* Instant.now, perRound)
      yield* queue.enqueueAll(due.map(advanceJob))
      return false
    }))
  })
}))
