import { Context, type Duration, Effect, Layer } from "effect"
import { enterTimetable, type JobQueue, JobWorker } from "../jobs/index.ts"
import type { Timetable } from "../shared/index.ts"

/** What a `tick` did. */
export interface TickReport {
  /** Jobs that were carried out, rounds of recurring work among them. */
  readonly rounds: number
  /** Whether work was left because the budget was spent. */
  readonly more: boolean
}

/** Carries out jobs, and what time brings: renewals, registry messages, recovery. */
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
      const context = yield* Effect.context<JobQueue | Timetable>()
      const enter = Effect.provideContext(enterTimetable, context)

      return Worker.of({
        work: Effect.andThen(enter, worker.run),
        tick: Effect.fn("Worker.tick")(function*(budget) {
          yield* enter
          const { jobs, more } = yield* worker.drain(budget)
          return { rounds: jobs, more }
        })
      })
    })
  )
}
