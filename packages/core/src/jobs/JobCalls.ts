import { Schema } from "effect"
import {
  type AllOptions,
  anyOf,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  limits,
  listCalls,
  listForm,
  type ListRequest,
  type Page,
  repeatable,
  type RepeatableCallOptions
} from "../shared/index.ts"
import {
  Batch,
  BatchRetried,
  BatchSortField,
  BatchStatus,
  BatchSummary,
  SubmitBatch,
  SubmittedBatch,
  type SubmittedCommand
} from "./Batch.ts"
import { BatchId, Job, JobId, JobSortField, JobStatus } from "./Job.ts"
import { JobErrorClass } from "./JobErrorClass.ts"
import { Jobs } from "./Jobs.ts"

/** Parameters of the list of batches. */
export const batchList = listForm({
  pageSize: limits.batchPageSize,
  sort: { field: BatchSortField, standard: { by: "created_on", order: "desc" } },
  filter: { status: Schema.optionalKey(BatchStatus) }
})

/** Parameters of the list of the jobs of a batch. */
export const jobList = listForm({
  pageSize: limits.jobPageSize,
  sort: { field: JobSortField, standard: { by: "created_on", order: "asc" } },
  filter: { status: Schema.optionalKey(anyOf(JobStatus)) }
})

/** Which failed jobs of a batch run again; all of them if absent. */
export const batchRetry = { error_class: Schema.optionalKey(anyOf(JobErrorClass)) }

const BatchRetry = Schema.Struct(batchRetry)

export interface JobJson extends JsonOf<typeof Job> {}
export interface BatchJson extends JsonOf<typeof Batch> {}
export interface BatchSummaryJson extends JsonOf<typeof BatchSummary> {}
export interface BatchRetriedJson extends JsonOf<typeof BatchRetried> {}
export interface SubmittedBatchJson extends JsonOf<typeof SubmittedBatch> {}
export interface SubmitBatchInput<Command extends SubmittedCommandInput = SubmittedCommandInput>
  extends InputOf<typeof SubmitBatch>
{
  readonly commands: ReadonlyArray<Command>
}
export interface SubmittedCommandInput extends InputOf<typeof SubmittedCommand> {}
export interface BatchFilterInput extends InputOf<Schema.Struct<typeof batchList.filter>> {}
export interface JobFilterInput extends InputOf<Schema.Struct<typeof jobList.filter>> {}
export interface BatchRetryInput extends InputOf<typeof BatchRetry> {}

/**
 * Jobs: commands that workers carry out in the background, one per domain, zone or other object. `Command` is the union
 * of the commands of the installation, each with the type of its payload.
 */
export interface JobCalls<Command extends SubmittedCommandInput = SubmittedCommandInput> {
  /**
   * Submits a batch of commands. The result counts the created jobs and names every command without one. If no job is
   * created, because every command is refused or has a job of an earlier batch, the batch is not stored: `get` rejects.
   *
   * Rights: `jobs:manage`, and the rights of the commands.
   *
   * @throws ERROR_BATCH_EMPTY, ERROR_BATCH_JOB_CREATION_FAILED
   *
   * @example
   * const { batch_id, errors } = await caller.jobs.submit({
   *   label: "Locks of March",
   *   commands: [{ command: "domain_update", payload: { name: "example.com", transfer_lock: true } }]
   * }, { idempotencyKey: "locks-2026-03" })
   */
  readonly submit: (batch: SubmitBatchInput<Command>, options?: RepeatableCallOptions) => Promise<SubmittedBatchJson>
  /**
   * Returns one page of the jobs of a batch, oldest first unless `sort` says otherwise.
   *
   * Rights: `jobs:read`.
   *
   * @throws ERROR_BATCH_NOT_FOUND
   *
   * @example
   * const { items } = await caller.jobs.page(batch_id, { filter: { status: ["failed", "dead_letter"] } })
   */
  readonly page: (
    batch_id: string,
    request?: ListRequest<JobFilterInput, JobSortField>,
    options?: CallOptions
  ) => Promise<Page<JobJson>>
  /**
   * Iterates over all jobs of a batch that match a filter.
   *
   * Rights: `jobs:read`.
   *
   * @throws ERROR_BATCH_NOT_FOUND
   *
   * @example
   * for await (const job of caller.jobs.all(batch_id)) console.log(job.display, job.status)
   */
  readonly all: (
    batch_id: string,
    filter?: JobFilterInput,
    options?: AllOptions<JobSortField>
  ) => AsyncIterable<JobJson>
  /**
   * Returns a job.
   *
   * Rights: `jobs:read`.
   *
   * @throws ERROR_JOB_NOT_FOUND
   *
   * @example
   * const { status, error_message } = await caller.jobs.get(job_id)
   */
  readonly get: (job_id: string, options?: CallOptions) => Promise<JobJson>
  /**
   * Cancels a job that has not begun.
   *
   * Rights: `jobs:manage`.
   *
   * @throws ERROR_JOB_NOT_FOUND, ERROR_JOB_STATUS_CONFLICT
   *
   * @example
   * await caller.jobs.cancel(job_id)
   */
  readonly cancel: (job_id: string, options?: CallOptions) => Promise<void>
  /**
   * Pauses a job that has not begun.
   *
   * Rights: `jobs:manage`.
   *
   * @throws ERROR_JOB_NOT_FOUND, ERROR_JOB_STATUS_CONFLICT
   *
   * @example
   * await caller.jobs.pause(job_id)
   */
  readonly pause: (job_id: string, options?: CallOptions) => Promise<void>
  /**
   * Resumes a paused job.
   *
   * Rights: `jobs:manage`.
   *
   * @throws ERROR_JOB_NOT_FOUND, ERROR_JOB_STATUS_CONFLICT
   *
   * @example
   * await caller.jobs.resume(job_id)
   */
  readonly resume: (job_id: string, options?: CallOptions) => Promise<JobJson>
  /**
   * Runs a failed job again.
   *
   * Rights: `jobs:manage`.
   *
   * @throws ERROR_JOB_NOT_FOUND, ERROR_JOB_STATUS_CONFLICT
   *
   * @example
   * await caller.jobs.retry(job_id)
   */
  readonly retry: (job_id: string, options?: CallOptions) => Promise<JobJson>
}

/** Batches: the jobs of one submission. */
export interface BatchCalls {
  /**
   * Returns one page of batches, newest first unless `sort` says otherwise.
   *
   * Rights: `jobs:read`.
   *
   * @example
   * const { items } = await caller.batches.page({ filter: { status: "pending" } })
   */
  readonly page: (
    request?: ListRequest<BatchFilterInput, BatchSortField>,
    options?: CallOptions
  ) => Promise<Page<BatchSummaryJson>>
  /**
   * Iterates over all batches that match a filter.
   *
   * Rights: `jobs:read`.
   *
   * @example
   * for await (const { label, status } of caller.batches.all()) console.log(label, status)
   */
  readonly all: (filter?: BatchFilterInput, options?: AllOptions<BatchSortField>) => AsyncIterable<BatchSummaryJson>
  /**
   * Returns a batch with its progress.
   *
   * Rights: `jobs:read`.
   *
   * @throws ERROR_BATCH_NOT_FOUND
   *
   * @example
   * const { progress_percentage } = await caller.batches.get(batch_id)
   */
  readonly get: (batch_id: string, options?: CallOptions) => Promise<BatchJson>
  /**
   * Cancels the jobs of a batch that have not begun.
   *
   * Rights: `jobs:manage`.
   *
   * @throws ERROR_BATCH_NOT_FOUND
   *
   * @example
   * await caller.batches.cancel(batch_id)
   */
  readonly cancel: (batch_id: string, options?: CallOptions) => Promise<void>
  /**
   * Pauses the jobs of a batch that have not begun.
   *
   * Rights: `jobs:manage`.
   *
   * @throws ERROR_BATCH_NOT_FOUND
   *
   * @example
   * await caller.batches.pause(batch_id)
   */
  readonly pause: (batch_id: string, options?: CallOptions) => Promise<void>
  /**
   * Resumes the paused jobs of a batch.
   *
   * Rights: `jobs:manage`.
   *
   * @throws ERROR_BATCH_NOT_FOUND
   *
   * @example
   * await caller.batches.resume(batch_id)
   */
  readonly resume: (batch_id: string, options?: CallOptions) => Promise<void>
  /**
   * Runs the failed jobs of a batch again, or those of some classes of errors.
   *
   * Rights: `jobs:manage`.
   *
   * @throws ERROR_BATCH_NOT_FOUND
   *
   * @example
   * const { retried_count } = await caller.batches.retry(batch_id, { error_class: ["DomainRegistryTemporaryError"] })
   */
  readonly retry: (batch_id: string, query?: BatchRetryInput, options?: CallOptions) => Promise<BatchRetriedJson>
}

const ofJob = inPath("job_id", JobId)
const ofBatch = inPath("batch_id", BatchId)

export const jobCalls = {
  submit: repeatable([inBody(SubmitBatch)], SubmittedBatch, (batch) => Jobs.use((jobs) => jobs.submit(batch))),
  ...listCalls(
    [ofBatch],
    jobList,
    Job,
    "job_id",
    ({ filter, page, sort }, batch) => Jobs.use((jobs) => jobs.listJobs(batch, filter, sort, page))
  ),
  get: call([ofJob], Job, (id) => Jobs.use((jobs) => jobs.getJob(id))),
  cancel: call([ofJob], Schema.Void, (id) => Jobs.use((jobs) => jobs.cancelJob(id))),
  pause: call([ofJob], Schema.Void, (id) => Jobs.use((jobs) => jobs.pauseJob(id))),
  resume: call([ofJob], Job, (id) => Jobs.use((jobs) => jobs.resumeJob(id))),
  retry: call([ofJob], Job, (id) => Jobs.use((jobs) => jobs.retryJob(id)))
} satisfies CallsFor<JobCalls>

export const batchCalls = {
  ...listCalls(
    [],
    batchList,
    BatchSummary,
    "batch_id",
    ({ filter, page, sort }) => Jobs.use((jobs) => jobs.listBatches(filter, sort, page))
  ),
  get: call([ofBatch], Batch, (id) => Jobs.use((jobs) => jobs.getBatch(id))),
  cancel: call([ofBatch], Schema.Void, (id) => Jobs.use((jobs) => jobs.cancelBatch(id))),
  pause: call([ofBatch], Schema.Void, (id) => Jobs.use((jobs) => jobs.pauseBatch(id))),
  resume: call([ofBatch], Schema.Void, (id) => Jobs.use((jobs) => jobs.resumeBatch(id))),
  retry: call(
    [ofBatch, inQuery(BatchRetry)],
    BatchRetried,
    (id, { error_class }) => Jobs.use((jobs) => jobs.retryBatch(id, error_class))
  )
} satisfies CallsFor<BatchCalls>
