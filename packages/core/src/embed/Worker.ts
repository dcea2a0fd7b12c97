import { Clock, Context, Duration, Effect, Layer, Metric, Option } from "effect"
import { type RecurringWork, Timetable } from "../shared/index.ts"

/** What a `tick` did. */
export interface TickReport {
  /** Rounds of work that were done. */
  readonly rounds: number
  /** Whether work was left because the budget was spent. */
  readonly more: boolean
}

/** Carries out what the timetable holds: renewals, registry messages, recovery. */
export class Worker extends Context.Service<Worker, {
  /** Every work in a loop of its own, until interrupted. A round that has begun is finished first. */
  readonly work: Effect.Effect<never>
  /**
   * Rounds of everything that is due, until nothing is or the budget is spent; for hosts that are woken by a clock
   * instead of running all the time.
   */
  readonly tick: (budget: Duration.Duration) => Effect.Effect<TickReport>
}>()("@namewright/core/embed/Worker") {
  static readonly layer = Layer.effect(
    Worker,
    Effect.gen(function*() {
      const timetable = yield* Timetable
      /** When a work is due again, in milliseconds since 1970; absent for one that has not run. */
      const due = new Map<string, number>()

      const round = Effect.fnUntraced(function*(item: RecurringWork) {
        const more = yield* Effect.uninterruptible(carriedOut(item))
        const pause = more ? 0 : Duration.toMillis(item.every)
        due.set(item.name, (yield* Clock.currentTimeMillis) + pause)
        return pause
      })

      const nextDue = Effect.fnUntraced(function*() {
        const now = yield* Clock.currentTimeMillis
        const works = yield* timetable.works
        const waiting = works.filter(({ name }) => (due.get(name) ?? 0) <= now)
        return Option.fromUndefinedOr(waiting.toSorted((a, b) => (due.get(a.name) ?? 0) - (due.get(b.name) ?? 0))[0])
      })

      return Worker.of({
        work: Effect.gen(function*() {
          const works = yield* timetable.works
          yield* Effect.forEach(
            works,
            Effect.fnUntraced(function*(item) {
              for (;;) {
                const pause = yield* round(item)
                if (pause > 0) yield* Effect.sleep(pause)
              }
            }),
            { concurrency: "unbounded", discard: true }
          )
          return yield* Effect.never
        }),

        tick: Effect.fn("Worker.tick")(function*(budget) {
          const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(budget)
          let rounds = 0
          for (let next = yield* nextDue(); Option.isSome(next); next = yield* nextDue()) {
            if ((yield* Clock.currentTimeMillis) >= end) return { rounds, more: true }
            yield* round(next.value)
            rounds++
          }
          return { rounds, more: false }
        })
      })
    })
  )
}

const rounds = Metric.counter("work_rounds_total", {
  description: "Rounds of recurring work, by its name and by how they ended",
  incremental: true
})

/** A round; one that fails is logged and leaves nothing waiting. */
const carriedOut = ({ name, run }: RecurringWork): Effect.Effect<boolean> => {
  const counted = (outcome: "done" | "failed") =>
    Metric.update(Metric.withAttributes(rounds, { work: name, outcome }), 1)
  return run.pipe(
    Effect.withSpan(name, { root: true }),
    Effect.tap(counted("done")),
    Effect.catchCause((cause) =>
      Effect.logError(`${name} failed`, cause).pipe(Effect.andThen(counted("failed")), Effect.as(false))
    )
  )
}
