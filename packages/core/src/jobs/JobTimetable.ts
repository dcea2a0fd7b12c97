import { DateTime, Duration, Effect, Layer } from "effect"
import { Instant, type RecurringWork, TableStatistics, Timetable, Transaction } from "../shared/index.ts"
import { endlessAttempts } from "./Job.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { JobDeferred } from "./JobFailure.ts"
import { JobKinds } from "./JobKinds.ts"
import { JobQueue } from "./JobQueue.ts"
import { JobStore } from "./JobStore.ts"

/** The kind of job that a recurring work is: always open, and put off until it is due again. */
const kind = "timetable.round"

/** How long a work that this process does not know is left to others. */
const unknownPause = Duration.minutes(10)

/** For how long batches, and system jobs that failed, are kept after their end; idempotency keys with them. */
const retention = Duration.days(365)

/** One round, and when the next one is due. A round that fails is logged, and left for the next time. */
const round = (work: RecurringWork): Effect.Effect<never, JobDeferred> =>
  work.run.pipe(
    Effect.withSpan(work.name, { root: true }),
    Effect.catchCause((cause) => Effect.as(Effect.logError(`${work.name} failed`, cause), false)),
    Effect.uninterruptible,
    Effect.flatMap((more) =>
      Effect.fail(new JobDeferred({ pause: more ? Duration.zero : Duration.fromInputUnsafe(work.every) }))
    )
  )

/** Makes what recurs a job each, so that each round is carried out once in an installation, however many work for it. */
export const enterTimetable = Effect.gen(function*() {
  const timetable = yield* Timetable
  const queue = yield* JobQueue
  yield* queue.enqueueAll(
    (yield* timetable.works).map(({ name }) => ({ kind, organization_id: null, payload: { name }, key: name }))
  )
})

/** Carries out the timetable, and keeps the jobs themselves in order. */
export const JobTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const timetable = yield* Timetable
  const kinds = yield* JobKinds
  const store = yield* JobStore
  const transaction = yield* Transaction
  const statistics = yield* TableStatistics
  const { announce } = yield* JobAnnouncements

  yield* kinds.registerTopic({ topic: "timetable", concurrency: 64 })
  yield* kinds.registerKind({
    kind,
    topic: "timetable",
    maxAttempts: endlessAttempts,
    run: Effect.fnUntraced(function*({ payload }) {
      const work = (yield* timetable.works).find(({ name }) => name === payload["name"])
      return yield* work === undefined ? new JobDeferred({ pause: unknownPause }) : round(work)
    })
  })

  yield* timetable.add({ name: "storage.statistics", every: "1 minute", run: Effect.as(statistics.refresh, false) })
  yield* timetable.add({
    name: "jobs.unsettled",
    every: "1 minute",
    run: Effect.as(
      transaction.atomically(Effect.flatMap(store.forgotten, (loose) => announce(loose, []))),
      false
    )
  })
  yield* timetable.add({
    name: "jobs.retention",
    every: "1 hour",
    run: Effect.flatMap(
      Instant.now,
      (now) => transaction.atomically(store.removeEnded(DateTime.subtractDuration(now, retention)))
    )
  })
}))
