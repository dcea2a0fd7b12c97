import { Effect, Layer, Schema } from "effect"
import { JobKinds, JobQueue, type SystemJob } from "../../jobs/index.ts"
import { Instant, OrganizationId, Timetable, Transaction } from "../../shared/index.ts"
import { Onboarding } from "./Onboarding.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"
import { WhitelabelTerms } from "./WhitelabelTerms.ts"

const kind = "whitelabels.advance"
const topic = "whitelabels"

/** Configurations of one round; those with a waiting job are not enqueued again. */
const perRound = 500

const decode = Schema.decodeUnknownEffect(Schema.Struct({ organization_id: OrganizationId }))

/** Job that carries out the due steps of a configuration. */
export const advanceJob = (
  { organization_id, whitelabel_branding_id }: Pick<StoredWhitelabel, "organization_id" | "whitelabel_branding_id">
): SystemJob => ({
  kind,
  organization_id: null,
  payload: { organization_id },
  ordering_key: `object ${whitelabel_branding_id}`,
  key: whitelabel_branding_id
})

/** Onboarding and terms of white-label configurations, as jobs. */
export const WhitelabelJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
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
      while (yield* onboarding.advance(organization_id)) yield* Effect.yieldNow
      return null
    })
  })
  yield* timetable.add({
    name: "whitelabels.due",
    every: "1 minute",
    run: transaction.atomically(Effect.gen(function*() {
      const due = yield* store.due(yield* Instant.now, perRound)
      yield* queue.enqueueAll(due.map(advanceJob))
      return false
    }))
  })
}))
