import { Context, type Duration, Effect, Layer } from "effect"

/**
 * Scheduled work, such as renewals that fall due, messages of a registry, and unsettled intents. It runs in rounds of
 * bounded duration. Several processes may run rounds of the same work at once, so a round first claims its rows by a
 * row lock or a lease.
 */
export interface RecurringWork {
  /** Slice and task, such as `domains.renewals`; shown in logs, spans and metrics. */
  readonly name: string
  /** Pause after a round that left no work. */
  readonly every: Duration.Input
  /**
   * Runs one round, without an actor. Returns true if more work is waiting; the next round then starts without a pause.
   * A defect is logged, and the work is repeated after its pause.
   */
  readonly run: Effect.Effect<boolean>
}

/** Scheduled work of this installation. Slices register it when their layers are built; workers run it. */
export class Timetable extends Context.Service<Timetable, {
  readonly add: (work: RecurringWork) => Effect.Effect<void>
  readonly works: Effect.Effect<ReadonlyArray<RecurringWork>>
}>()("@namewright/core/shared/Timetable") {
  static readonly layer = Layer.effect(
    Timetable,
    Effect.sync(() => {
      const works = new Map<string, RecurringWork>()
      return Timetable.of({
        add: (work) => Effect.sync(() => void works.set(work.name, work)),
        works: Effect.sync(() => [...works.values()])
      })
    })
  )
}
