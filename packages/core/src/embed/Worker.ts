import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { ZonePublications } from "../dns/index.ts"
import { enterTimetable, type JobQueue, JobWorker } from "../jobs/index.ts"
import type { Timetable } from "../shared/index.ts"

/** What a `tick` did. */
export interface TickReport {
  /** Jobs that were carried out, rounds of recurring work among them. */
  readonly rounds: number
  /** Whether work was left because the budget was spent. */
  readonly more: boolean
}

/** Nameservers are given this long, even when jobs have used up the budget. */
const atLeast = Duration.seconds(1)

/** Carries out jobs, and what time brings: renewals, registry messages, recovery; and tells nameservers of zones. */
export class Worker extends Context.Service<Worker, {
  /** Works until interrupted. What has begun is finished first, or given back if it takes too long. */
  readonly work: Effect.Effect<never>
  /**
   * Does everything that is due, until nothing is or the budget is spent; for hosts that are woken by a clock instead
   * of running all the time.
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

      /** Jobs change zones, and may wait for zones to be served; so each goes on with what the other did. */
      const tick = Effect.fn("Worker.tick")(function*(budget: Duration.Duration) {
        yield* enter
        const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(budget)
        const left = Effect.map(Clock.currentTimeMillis, (now) => Duration.millis(Math.max(0, end - now)))
        for (let rounds = 0;;) {
          const { jobs, more } = yield* worker.drain(yield* left)
          rounds += jobs
          const published = yield* Effect.timeoutOption(publications.drain, Duration.max(yield* left, atLeast))
          if (more || Option.isNone(published)) return { rounds, more: true }
          if (published.value === 0) return { rounds, more: false }
        }
      })

      return Worker.of({
        work: Effect.andThen(enter, Effect.raceFirst(worker.run, publications.run)),
        tick
      })
    })
  )
}
