import { Context, type Duration, Effect, Layer } from "effect"

/**
 * Something that time brings: renewals that fall due, messages of a registry, intents that a crash left behind. It is
 * done in rounds, each bounded in time. Rounds of one work may run in several processes at once, so a round takes
 * what it works on out of the others' reach first, by a row lock or a lease.
 */
export interface RecurringWork {
  /** Slice and what is done, `domains.renewals`; shown in logs, spans and metrics. */
  readonly name: string
  /** The pause after a round that left nothing waiting. */
  readonly every: Duration.Input
  /**
   * One round, without an actor. Answers whether more is waiting, for which there is no pause. A defect is logged,
   * and the work is tried again after its pause.
   */
  readonly run: Effect.Effect<boolean>
}

/** What recurs on this installation. Slices enter their work when their layers are built; a worker carries it out. */
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
