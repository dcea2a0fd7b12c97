import { Context, type Effect } from "effect"
import type { AuthorizationError } from "../access/index.ts"
import type { CurrentActor, InvalidInput, Page, PageRequest, Sort } from "../shared/index.ts"
import type {
  Batch,
  BatchFilter,
  BatchRetried,
  BatchSortField,
  BatchSummary,
  SubmitBatch,
  SubmittedBatch
} from "./Batch.ts"
import type { BatchId, Job, JobFilter, JobId, JobSortField } from "./Job.ts"
import type { BatchEmpty, BatchJobCreationFailed, BatchNotFound, JobNotFound, JobStatusConflict } from "./JobError.ts"
import type { JobErrorClass } from "./JobErrorClass.ts"

type OfBatch<A> = Effect.Effect<A, AuthorizationError | BatchNotFound, CurrentActor>
type OfJob<A, E = never> = Effect.Effect<A, AuthorizationError | JobNotFound | E, CurrentActor>

/**
 * Bulk work of an organization: commands are submitted in batches, and each batch becomes jobs that run by themselves.
 * Source: REST specification, "Jobs".
 */
export class Jobs extends Context.Service<Jobs, {
  /**
   * Makes jobs of commands. What a command's schema does not admit refuses the batch; what is wrong with one instance
   * is answered among `errors`. Needs the right of every command contained.
   */
  readonly submit: (
    request: SubmitBatch
  ) => Effect.Effect<
    SubmittedBatch,
    AuthorizationError | InvalidInput | BatchEmpty | BatchJobCreationFailed,
    CurrentActor
  >
  readonly getBatch: (id: BatchId) => OfBatch<Batch>
  readonly listBatches: (
    filter: BatchFilter,
    sort: Sort<BatchSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<BatchSummary>, AuthorizationError, CurrentActor>
  readonly pauseBatch: (id: BatchId) => OfBatch<void>
  readonly resumeBatch: (id: BatchId) => OfBatch<void>
  /** Ends what has not begun. */
  readonly cancelBatch: (id: BatchId) => OfBatch<void>
  /** Runs failed jobs again: those of the given classes, or all of them. */
  readonly retryBatch: (id: BatchId, errorClasses?: ReadonlyArray<JobErrorClass>) => OfBatch<BatchRetried>
  /** Secrets in payloads are masked for callers who may not read auth codes. */
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
}>()("@namewright/core/jobs/Jobs") {}
