import { Effect, Schedule } from "effect"

/** Attempts to settle a key while the storage is unavailable, until the attempt counts as lost. */
const unsettled = { schedule: Schedule.spaced("5 seconds"), times: 60 }

/** Settles the key of an attempt that has ended. If the storage fails, this is repeated in the background. */
export const settledEventually = (settled: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchCause(settled, (cause) =>
    Effect.logWarning("An idempotency key could not be settled yet", cause).pipe(
      Effect.andThen(Effect.forkDetach(Effect.ignoreCause(Effect.retry(Effect.sandbox(settled), unsettled))))
    ))
