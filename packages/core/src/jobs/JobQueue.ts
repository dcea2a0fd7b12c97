import { Context, Effect, Layer, type Schema } from "effect"
import { Instant, type OrganizationId, Transaction } from "../shared/index.ts"
import { newJobId, standardAttempts } from "./Job.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { JobKinds } from "./JobKinds.ts"
import { JobStore } from "./JobStore.ts"
import type { NewJob } from "./NewJob.ts"

/** A system job of a slice. It is not part of the organization's job lists. */
export interface SystemJob {
  /** Name of a registered `JobKind`. */
  readonly kind: string
  /** Null for a job of the whole installation. */
  readonly organization_id: OrganizationId | null
  readonly payload: Schema.JsonObject
  /** Jobs with the same ordering key of one organization run one at a time, in order. */
  readonly ordering_key?: string | undefined
  /** At most one open job of the kind and organization has this key; a second one is not stored. */
  readonly key?: string | undefined
  readonly not_before?: Instant.Instant | undefined
}

/**
 * Queue of system jobs. A job is stored in the caller's transaction, and workers are woken after its commit. A
 * succeeded job is removed; a failed one is kept for operators.
 */
export class JobQueue extends Context.Service<JobQueue, {
  readonly enqueue: (job: SystemJob) => Effect.Effect<void>
  /** Enqueues many jobs of any kinds. */
  readonly enqueueAll: (jobs: ReadonlyArray<SystemJob>) => Effect.Effect<void>
}>()("@namewright/core/jobs/JobQueue") {
  static readonly layer = Layer.effect(
    JobQueue,
    Effect.gen(function*() {
      const store = yield* JobStore
      const kinds = yield* JobKinds
      const transaction = yield* Transaction
      const { announce } = yield* JobAnnouncements

      const jobOf = Effect.fnUntraced(function*(job: SystemJob, created_on: Instant.Instant) {
        const kind = kinds.kind(job.kind)
        if (kind === undefined) return yield* Effect.die(new Error(`No kind of job ${job.kind} is registered`))
        const { key, ordering_key, not_before, organization_id, payload } = job
        const isLater = not_before !== undefined && !Instant.hasPassed(not_before, created_on)
        return {
          job_id: yield* newJobId,
          kind: kind.kind,
          topic: kind.topic,
          capacity: kinds.topic(kind.topic).capacity,
          organization_id,
          ordering_key: ordering_key ?? null,
          payload: JSON.stringify(payload),
          max_attempts: kind.maxAttempts ?? standardAttempts,
          backoff: kind.backoff ?? null,
          not_before: isLater ? not_before : null,
          created_on,
          summary: null,
          idempotency_key: null,
          open_key: key === undefined ? null : `${kind.kind} ${organization_id ?? ""} ${key}`,
          paused: false
        } satisfies NewJob
      })

      const enqueueAll = Effect.fnUntraced(function*(wanted: ReadonlyArray<SystemJob>) {
        if (wanted.length === 0) return
        const now = yield* Instant.now
        const jobs = yield* Effect.forEach(wanted, (job) => jobOf(job, now))
        yield* transaction.atomically(
          Effect.flatMap(
            store.enqueue(jobs),
            (updates) => announce(updates, [...new Set(jobs.map(({ topic }) => topic))])
          )
        )
      })

      return JobQueue.of({ enqueue: (job) => enqueueAll([job]), enqueueAll })
    })
  )
}
