import { Effect, Queue, type Scope } from "effect"
import { Instant, Transaction } from "../shared/index.ts"
import type { JobOutcome } from "./ClaimedJob.ts"
import { unforeseen } from "./failedBy.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { countOutcomes } from "./jobMetrics.ts"
import { JobStore } from "./JobStore.ts"
import { recordFailures } from "./recordFailures.ts"

/** Maximum number of outcomes that one transaction stores. */
const largestGroup = 1000

/** Collects outcomes and stores them in groups: the outcomes that arrive while one group is stored form the next. */
export const makeCompletions = Effect.fnUntraced(function*(
  worker: number,
  onStored: (outcomes: ReadonlyArray<JobOutcome>) => void
): Effect.fn.Return<
  { readonly add: (outcome: JobOutcome) => void },
  never,
  JobStore | Transaction | JobAnnouncements | Scope.Scope
> {
  const store = yield* JobStore
  const transaction = yield* Transaction
  const { announce } = yield* JobAnnouncements
  const waiting = yield* Queue.unbounded<JobOutcome>()

  const save = Effect.fnUntraced(function*(outcomes: ReadonlyArray<JobOutcome>) {
    const now = yield* Instant.now
    const { skipped } = yield* transaction.atomically(
      Effect.tap(
        store.complete(worker, outcomes, now),
        ({ failed, updates }) => Effect.andThen(recordFailures(store, failed, now), announce(updates, []))
      )
    )
    if (skipped.length === 0) return yield* countOutcomes(outcomes.map(labelled))
    yield* Effect.logWarning(
      `${skipped.length} jobs were taken over by another worker before their outcomes were stored`
    )
    // The worker that took a job over counts its outcome.
    const others = new Set(skipped)
    yield* countOutcomes(outcomes.filter(({ job }) => !others.has(job.job_id)).map(labelled))
  })

  const pause = Effect.sleep("1 second")

  /** Waits until the database answers. A failure to store after that is caused by the outcome itself. */
  const answered: Effect.Effect<unknown> = Effect.catchCause(
    store.nextDue,
    () => Effect.andThen(pause, Effect.suspend(() => answered))
  )

  /** Stores an outcome, or a failure if the outcome itself cannot be stored. An unavailable database is waited for. */
  const saveOne = (outcome: JobOutcome): Effect.Effect<void> =>
    Effect.andThen(answered, save([outcome])).pipe(
      Effect.catchCause(() => Effect.andThen(answered, save([outcome]))),
      Effect.catchCause((cause) =>
        Effect.logError(`The outcome of job ${outcome.job.job_id} could not be stored`, cause).pipe(
          Effect.andThen(save([{ job: outcome.job, status: "failed", error: unforeseen }]))
        )
      ),
      Effect.catchCause(() => Effect.andThen(pause, saveOne(outcome)))
    )

  const saveAll = (outcomes: ReadonlyArray<JobOutcome>) =>
    Effect.catchCause(
      save(outcomes),
      (cause) =>
        Effect.logError("The outcomes of jobs could not be stored together", cause).pipe(
          Effect.andThen(pause),
          Effect.andThen(Effect.forEach(outcomes, saveOne, { discard: true }))
        )
    )

  yield* Effect.forkScoped(Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
    for (;;) {
      const outcomes = yield* restore(Queue.takeBetween(waiting, 1, largestGroup))
      yield* saveAll(outcomes)
      onStored(outcomes)
    }
  })))

  return { add: (outcome) => void Queue.offerUnsafe(waiting, outcome) }
})

const labelled = ({ job: { kind }, status }: JobOutcome) => ({ kind, status })
