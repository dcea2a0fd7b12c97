import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { ZonePublications } from "../dns/index.ts"
import { enterTimetable, type JobQueue, JobWorker } from "../jobs/index.ts"
import { callContext, type Timetable } from "../shared/index.ts"

/** Result of a `tick`. */
export interface TickReport {
  /** Number of jobs that were run, including rounds of recurring work. */
  readonly rounds: number
  /** True if work was left because the budget was spent. */
  readonly more: boolean
}

/** Minimum time for publications, even if jobs have spent the budget. */
const minimumPublishTime = Duration.seconds(1)

/** Runs jobs and recurring work, such as renewals, registry messages and recovery, and publishes zones. */
export class Worker extends Context.Service<Worker, {
  /** Works until interrupted. Running jobs are finished first, or returned to the queue if they take too long. */
  readonly work: Effect.Effect<never>
  /**
   * Runs due work until none is left or the budget is spent; for hosts that are started by a timer instead of running
   * all the time.
   */
  readonly tick: (budget: Duration.Duration) => Effect.Effect<TickReport>
}>()("@namewright/core/embed/Worker") {
  static readonly layer = Layer.effect(
    Worker,
    Effect.gen(function*() {
      const worker = yield* JobWorker
      const publications = yield* ZonePublications
      const context = yield* Effect.context<JobQueue | Timetable>()
      const enter = Effect.provideContext(enterTimetable, context)

      /** Jobs change zones, and may wait until zones are served, so jobs and publications alternate. */
      const tick = Effect.fn("Worker.tick")(function*(budget: Duration.Duration) {
        yield* enter
        const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(budget)
        const left = Effect.map(Clock.currentTimeMillis, (now) => Duration.millis(Math.max(0, end - now)))
        for (let rounds = 0;;) {
          const { jobs, more } = yield* worker.drain(yield* left)
          rounds += jobs
          const published = yield* Effect.timeoutOption(
            publications.drain,
            Duration.max(yield* left, minimumPublishTime)
          )
          if (more || Option.isNone(published)) return { rounds, more: true }
          if (published.value === 0) return { rounds, more: false }
        }
      })

      return Worker.of({
        work: Effect.updateContext(Effect.andThen(enter, Effect.raceFirst(worker.run, publications.run)), callContext),
        tick
      })
    })
  )
}
