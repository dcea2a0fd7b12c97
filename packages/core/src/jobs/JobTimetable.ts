import { DateTime, Duration, Effect, Layer, Metric } from "effect"
import { Instant, type RecurringWork, TableStatistics, Timetable, Transaction } from "../shared/index.ts"
import { unlimitedAttempts } from "./Job.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { JobDeferred } from "./JobFailure.ts"
import { JobKinds } from "./JobKinds.ts"
import { showWaitingJobs } from "./jobMetrics.ts"
import { JobQueue } from "./JobQueue.ts"
import { JobStore } from "./JobStore.ts"

/** Kind of the jobs of recurring work. Such a job is always open, and deferred until the next round is due. */
const kind = "timetable.round"

/** Pause of a job of recurring work that is not registered in this process. */
const unknownPause = Duration.minutes(10)

/** Retention of ended batches and failed system jobs, and of their idempotency keys. */
const retention = Duration.days(365)

const rounds = Metric.counter("work_rounds_total", {
  description: "Rounds of recurring work, by work and outcome",
  incremental: true
})

const series = new Map<string, Metric.Metric<number, unknown>>()

/** The series of a work and outcome, made once instead of in each round. */
const seriesOf = (work: string, outcome: "done" | "failed"): Metric.Metric<number, unknown> => {
  const key = `${work} ${outcome}`
  const made = series.get(key) ?? Metric.withAttributes(rounds, { work, outcome })
  series.set(key, made)
  return made
}

/** Runs one round and defers the job until the next one. A failed round is logged, and repeated at the next time. */
const round = (work: RecurringWork): Effect.Effect<never, JobDeferred> =>
  work.run.pipe(
    Effect.withSpan(work.name),
    Effect.tap(Metric.update(seriesOf(work.name, "done"), 1)),
    Effect.catchCause((cause) =>
      Effect.andThen(
        Metric.update(seriesOf(work.name, "failed"), 1),
        Effect.as(Effect.logError(`${work.name} failed`, cause), false)
      )
    ),
    Effect.uninterruptible,
    Effect.flatMap((more) =>
      Effect.fail(new JobDeferred({ pause: more ? Duration.zero : Duration.fromInputUnsafe(work.every) }))
    )
  )

/**
 * Enqueues one job for each recurring work, so that each round runs once in an installation with any number of
 * processes.
 */
export const enterTimetable = Effect.gen(function*() {
  const timetable = yield* Timetable
  const queue = yield* JobQueue
  yield* queue.enqueueAll(
    (yield* timetable.works).map(({ name }) => ({ kind, organization_id: null, payload: { name }, key: name }))
  )
})

/** Runs the timetable, and the upkeep of jobs. */
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
    maxAttempts: unlimitedAttempts,
    run: Effect.fnUntraced(function*({ payload }) {
      const work = (yield* timetable.works).find(({ name }) => name === payload["name"])
      return yield* work === undefined ? new JobDeferred({ pause: unknownPause }) : round(work)
    })
  })

  yield* timetable.add({ name: "storage.statistics", every: "1 minute", run: Effect.as(statistics.refresh, false) })
  yield* timetable.add({
    name: "jobs.missed_updates",
    every: "1 minute",
    run: Effect.as(
      transaction.atomically(Effect.flatMap(store.findMissedUpdates, (updates) => announce(updates, []))),
      false
    )
  })
  yield* timetable.add({
    name: "jobs.waiting",
    every: "1 minute",
    run: Effect.as(
      Effect.flatMap(
        store.countWaiting,
        (waiting) => showWaitingJobs(kinds.topics().map(({ topic }) => topic), waiting)
      ),
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
