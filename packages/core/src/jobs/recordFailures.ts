import { Effect } from "effect"
import { newEventId } from "../events/index.ts"
import type { Instant } from "../shared/index.ts"
import type { RecordedFailure } from "./ClaimedJob.ts"
import type { JobId } from "./Job.ts"
import type { JobStore } from "./JobStore.ts"

/** Records ended jobs in the change feed, in the transaction in which they end. Costs nothing if none has failed. */
export const recordFailures = Effect.fnUntraced(
  function*(store: JobStore["Service"], failed: ReadonlyArray<JobId>, now: Instant.Instant) {
    if (failed.length === 0) return
    const failures: Array<RecordedFailure> = []
    for (const job_id of failed) failures.push({ job_id, event_id: yield* newEventId })
    yield* store.recordFailures(failures, now)
  }
)
