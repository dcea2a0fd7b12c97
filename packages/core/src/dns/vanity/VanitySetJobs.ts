import { Effect, Layer, Schema } from "effect"
import { JobKinds, JobQueue, type SystemJob } from "../../jobs/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import { type VanitySet, VanitySetId } from "./VanitySet.ts"
import { VanitySetLifeCycle } from "./VanitySetLifeCycle.ts"
import { VanitySetStore } from "./VanitySetStore.ts"

const kind = "vanity_sets.advance"
const topic = "vanity_sets"

/** Sets of one round; sets with a waiting job are not enqueued again. */
const setsPerRound = 500

const decode = Schema.decodeUnknownEffect(Schema.Struct({ set_id: VanitySetId }))

/** Job that carries out the due action of a set. */
export const advanceJob = ({ set_id }: Pick<VanitySet, "set_id">): SystemJob => ({
  kind,
  organization_id: null,
  payload: { set_id },
  ordering_key: `object ${set_id}`,
  key: set_id
})

/** Scheduled work of vanity nameserver sets, as jobs. */
export const VanitySetJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const lifeCycle = yield* VanitySetLifeCycle
  const queue = yield* JobQueue
  const store = yield* VanitySetStore
  const timetable = yield* Timetable
  const transaction = yield* Transaction

  yield* kinds.registerTopic({ topic, concurrency: 8 })
  yield* kinds.registerKind({
    kind,
    topic,
    run: ({ payload }) =>
      Effect.orDie(decode(payload)).pipe(
        Effect.flatMap(({ set_id }) => lifeCycle.advance(set_id)),
        Effect.as(null)
      )
  })
  yield* timetable.add({
    name: "vanity_sets.due",
    every: "1 minute",
    run: transaction.atomically(Effect.gen(function*() {
      const due = yield* store.due(yield* Instant.now, setsPerRound)
      yield* queue.enqueueAll(due.map((set_id) => advanceJob({ set_id })))
      return false
    }))
  })
}))
