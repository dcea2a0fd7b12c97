import { Cause, Clock, Effect, Exit, Metric, Option, Predicate } from "effect"
import { durationBounds } from "../telemetry/index.ts"
import type { ClaimedJob } from "./ClaimedJob.ts"
import type { JobStatus } from "./Job.ts"
import type { WaitingJobs } from "./JobStore.ts"

const running = Metric.counter("jobs_running", { description: "Jobs that this process is running, by kind" })

const ended = Metric.counter("jobs_total", {
  description: "Outcomes of jobs, by kind and state",
  incremental: true
})

const duration = Metric.histogram("job_duration_seconds", {
  description: "Seconds of a run of a job, by kind and outcome",
  boundaries: durationBounds
})

const wait = Metric.histogram("job_wait_seconds", {
  description: "Seconds from the submission of a job of a batch to its first run, by kind",
  boundaries: [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14_400, 86_400]
})

const queued = Metric.gauge("jobs_queued", { description: "Jobs that are ready for a worker, by topic" })

const waiting = Metric.gauge("jobs_waiting", {
  description: "Jobs of open batches that are blocked or paused, by status"
})

/** Counts jobs whose outcomes are stored. */
export const countOutcomes = (
  outcomes: ReadonlyArray<{ readonly kind: string; readonly status: JobStatus }>
): Effect.Effect<void> =>
  Effect.forEach(
    Map.groupBy(outcomes, ({ kind, status }) => `${kind} ${status}`).values(),
    (alike) => Metric.update(Metric.withAttributes(ended, { ...alike[0] }), alike.length),
    { discard: true }
  )

/** Sets the gauges of waiting jobs. A topic without queued jobs has the value 0. */
export const showWaitingJobs = (
  topics: ReadonlyArray<string>,
  { blocked, paused, queued: ofTopics }: WaitingJobs
): Effect.Effect<void> =>
  Effect.andThen(
    Effect.forEach(
      new Set([...topics, ...ofTopics.keys()]),
      (topic) => Metric.update(Metric.withAttributes(queued, { topic }), ofTopics.get(topic) ?? 0),
      { discard: true }
    ),
    Effect.forEach(
      Object.entries({ blocked, paused }),
      ([status, n]) => Metric.update(Metric.withAttributes(waiting, { status }), n),
      { discard: true }
    )
  )

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "done"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  return Predicate.isTagged(Option.getOrUndefined(Exit.findErrorOption(exit)), "JobDeferred") ? "deferred" : "failed"
}

/** Counts and measures the run of a job. Kinds are few, as slices declare them. */
export const measuredJob = <A, E, R>(
  { attempt, batch_no, created_on, kind }: ClaimedJob,
  run: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const started = clock.currentTimeNanosUnsafe()
    const count = Metric.withAttributes(running, { kind })
    const waited = (clock.currentTimeMillisUnsafe() - created_on.epochMilliseconds) / 1000
    const begin = Effect.andThen(
      Metric.update(count, 1),
      batch_no === null || attempt > 1
        ? Effect.void
        : Metric.update(Metric.withAttributes(wait, { kind }), Math.max(0, waited))
    )
    const end = (exit: Exit.Exit<A, E>) =>
      Effect.andThen(
        Metric.update(count, -1),
        Metric.update(
          Metric.withAttributes(duration, { kind, outcome: outcomeOf(exit) }),
          Number(clock.currentTimeNanosUnsafe() - started) / 1e9
        )
      )
    return Effect.andThen(begin, Effect.onExit(run, end))
  })
