import { Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorize, authorizeWithinScope, seesAuthCodes } from "../access/index.ts"
import {
  type Actor,
  type CurrentActor,
  Instant,
  type InvalidInput,
  type Page,
  type PageRequest,
  type Sort,
  Transaction
} from "../shared/index.ts"
import {
  type Batch,
  type BatchFilter,
  type BatchRetried,
  type BatchSortField,
  type BatchSummary,
  type SubmitBatch,
  type SubmittedBatch,
  withProgress
} from "./Batch.ts"
import { makeBatchAccess } from "./BatchAccess.ts"
import { type BatchSource, sourceOf } from "./BatchSource.ts"
import { makeBatchSubmission } from "./BatchSubmission.ts"
import type { BatchId, Job, JobFilter, JobId, JobSortField } from "./Job.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import {
  type BatchEmpty,
  type BatchJobCreationFailed,
  type BatchNotFound,
  type JobNotFound,
  JobStatusConflict
} from "./JobError.ts"
import type { JobErrorClass } from "./JobErrorClass.ts"
import { JobKinds } from "./JobKinds.ts"
import { type JobScope, JobStore } from "./JobStore.ts"
import { noDeferredUpdates } from "./NewJob.ts"
import { withoutSecrets } from "./Secrets.ts"

type OfBatch<A> = Effect.Effect<A, AuthorizationError | BatchNotFound, CurrentActor>
type OfJob<A, E = never> = Effect.Effect<A, AuthorizationError | JobNotFound | E, CurrentActor>

type SubmissionError = AuthorizationError | InvalidInput | BatchEmpty | BatchJobCreationFailed

/**
 * Bulk work of an organization. Commands are submitted in batches; each batch becomes jobs that workers run. Source:
 * REST specification, "Jobs".
 */
export class Jobs extends Context.Service<Jobs, {
  /**
   * Creates jobs from commands. A payload that violates its schema refuses the batch; problems of single instances are
   * returned in `errors`. Requires the right of every contained command.
   */
  readonly submit: (request: SubmitBatch) => Effect.Effect<SubmittedBatch, SubmissionError, CurrentActor>
  /** As `submit`, for a batch that is too large to be kept in memory in all its forms at once. */
  readonly submitFrom: (source: BatchSource) => Effect.Effect<SubmittedBatch, SubmissionError, CurrentActor>
  readonly getBatch: (id: BatchId) => OfBatch<Batch>
  readonly listBatches: (
    filter: BatchFilter,
    sort: Sort<BatchSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<BatchSummary>, AuthorizationError, CurrentActor>
  readonly pauseBatch: (id: BatchId) => OfBatch<void>
  readonly resumeBatch: (id: BatchId) => OfBatch<void>
  /** Cancels jobs that have not begun. */
  readonly cancelBatch: (id: BatchId) => OfBatch<void>
  /** Runs failed jobs again: those of the given error classes, or all. */
  readonly retryBatch: (id: BatchId, errorClasses?: ReadonlyArray<JobErrorClass>) => OfBatch<BatchRetried>
  /** Secrets in payloads are masked for callers without the right to read auth codes. */
  readonly listJobs: (
    id: BatchId,
    filter: JobFilter,
    sort: Sort<JobSortField>,
    page: PageRequest
  ) => OfBatch<Page<Job>>
  readonly getJob: (id: JobId) => OfJob<Job>
  readonly pauseJob: (id: JobId) => OfJob<void, JobStatusConflict>
  readonly resumeJob: (id: JobId) => OfJob<Job, JobStatusConflict>
  readonly cancelJob: (id: JobId) => OfJob<void, JobStatusConflict>
  readonly retryJob: (id: JobId) => OfJob<Job, JobStatusConflict>
}>()("@namewright/core/jobs/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function*() {
      const store = yield* JobStore
      const kinds = yield* JobKinds
      const transaction = yield* Transaction
      const { announce } = yield* JobAnnouncements
      const submitFrom = yield* makeBatchSubmission
      const { batchOf, jobOf } = yield* makeBatchAccess

      const capacityOf = (topic: string) => kinds.topic(topic).capacity
      const everyTopic = () => kinds.topics().map(({ topic }) => topic)

      const pause = Effect.fnUntraced(function*(scope: JobScope) {
        return yield* transaction.atomically(store.pause(scope, yield* Instant.now))
      })

      const resume = (scope: JobScope) =>
        transaction.atomically(
          Effect.tap(store.resume(scope, capacityOf), () => announce(noDeferredUpdates, everyTopic()))
        )

      const cancel = Effect.fnUntraced(function*(scope: JobScope) {
        const now = yield* Instant.now
        const { canceled } = yield* transaction.atomically(
          Effect.tap(store.cancel(scope, now), ({ updates }) => announce(updates, []))
        )
        return canceled
      })

      const retry = Effect.fnUntraced(function*(scope: JobScope, errorClasses: ReadonlyArray<JobErrorClass>) {
        const now = yield* Instant.now
        return yield* transaction.atomically(
          Effect.tap(
            store.retry(scope, errorClasses, now, capacityOf),
            ({ updates }) => announce(updates, everyTopic())
          )
        )
      })

      const ofBatch = <A>(id: BatchId, act: (scope: JobScope) => Effect.Effect<A>) =>
        Effect.gen(function*() {
          const { batch_no } = yield* batchOf(yield* authorizeWithinScope("jobs:manage"), id)
          return yield* act({ batch_no })
        })

      /** Changes one job, whose state must allow it, and returns the changed job. */
      const ofJob = <A>(job_id: JobId, act: (scope: JobScope) => Effect.Effect<A>, moved: (answer: A) => number) =>
        Effect.gen(function*() {
          const actor = yield* authorizeWithinScope("jobs:manage")
          const { status } = yield* jobOf(actor, job_id)
          if (moved(yield* act({ job_id })) === 0) return yield* new JobStatusConflict({ job_id, job_status: status })
          return shownTo(actor, yield* jobOf(actor, job_id))
        })

      return Jobs.of({
        submit: (request) => submitFrom(sourceOf(request)),
        submitFrom,

        getBatch: Effect.fn("Jobs.getBatch")(function*(id: BatchId) {
          const { summary } = yield* batchOf(yield* authorizeWithinScope("jobs:read"), id)
          return withProgress(summary)
        }),

        listBatches: Effect.fn("Jobs.listBatches")(
          function*(filter: BatchFilter, sort: Sort<BatchSortField>, page: PageRequest) {
            const { organization_id } = yield* authorize("jobs:read")
            return yield* store.listBatches(organization_id, filter, sort, page)
          }
        ),

        pauseBatch: Effect.fn("Jobs.pauseBatch")((id: BatchId) => Effect.asVoid(ofBatch(id, pause))),
        resumeBatch: Effect.fn("Jobs.resumeBatch")((id: BatchId) => Effect.asVoid(ofBatch(id, resume))),
        cancelBatch: Effect.fn("Jobs.cancelBatch")((id: BatchId) => Effect.asVoid(ofBatch(id, cancel))),

        retryBatch: Effect.fn("Jobs.retryBatch")(function*(batch_id, errorClasses = []) {
          const { queued, retried } = yield* ofBatch(batch_id, (scope) => retry(scope, errorClasses))
          return { batch_id, retried_count: retried, queued_count: queued, blocked_count: retried - queued }
        }),

        listJobs: Effect.fn("Jobs.listJobs")(
          function*(id: BatchId, filter: JobFilter, sort: Sort<JobSortField>, page: PageRequest) {
            const actor = yield* authorizeWithinScope("jobs:read")
            const { batch_no } = yield* batchOf(actor, id)
            const jobs = yield* store.listJobs(batch_no, filter, sort, page)
            return { ...jobs, items: jobs.items.map((job) => shownTo(actor, job)) }
          }
        ),

        getJob: Effect.fn("Jobs.getJob")(function*(id: JobId) {
          const actor = yield* authorizeWithinScope("jobs:read")
          return shownTo(actor, yield* jobOf(actor, id))
        }),

        pauseJob: Effect.fn("Jobs.pauseJob")((id: JobId) => Effect.asVoid(ofJob(id, pause, count))),
        resumeJob: Effect.fn("Jobs.resumeJob")((id: JobId) => ofJob(id, resume, count)),
        cancelJob: Effect.fn("Jobs.cancelJob")((id: JobId) => Effect.asVoid(ofJob(id, cancel, count))),
        retryJob: Effect.fn("Jobs.retryJob")((id: JobId) =>
          ofJob(id, (scope) => retry(scope, []), ({ retried }) => retried)
        )
      })
    })
  )
}

/** The job as the actor may see it. Connected programs and agents never see secrets of a job. */
const shownTo = (actor: Actor, job: Job): Job =>
  actor.agent === undefined && seesAuthCodes(actor) ? job : {
    ...job,
    payload: withoutSecrets(job.payload),
    result: withoutSecrets(job.result),
    error_details: withoutSecrets(job.error_details)
  }

const count = (moved: number): number => moved
