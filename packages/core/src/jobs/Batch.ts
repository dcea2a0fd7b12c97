import { Effect, Schema } from "effect"
import { Instant, limits, optional, Text } from "../shared/index.ts"
import { BatchId, JobId, type JobStatus, jobStatuses } from "./Job.ts"

/** One command of a batch. Its payload is decoded by the command's slice; `type` is an alias of `command`. */
export const SubmittedCommand = Schema.Struct({
  command: optional(Schema.String),
  type: optional(Schema.String),
  version: optional(Schema.Literal("v1")),
  idempotency_key: optional(
    Schema.String.check(
      Schema.isMinLength(limits.idempotencyKey.minimum),
      Schema.isMaxLength(limits.idempotencyKey.maximum),
      Text.singleLine
    )
  ),
  payload: Schema.Unknown
}).annotate({ identifier: "JobCommand" })
export type SubmittedCommand = typeof SubmittedCommand.Type

/** Request to submit a batch. Source: REST specification, "Jobs". */
export const SubmitBatch = Schema.Struct({
  label: optional(Text.line(limits.batchLabel)),
  /** True if all jobs wait until the batch is resumed. */
  paused: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  not_before: optional(Instant.Instant),
  commands: Schema.Array(SubmittedCommand).check(Schema.isMaxLength(limits.batchCommands))
}).annotate({ identifier: "SubmitBatch" })
export type SubmitBatch = typeof SubmitBatch.Type

/** A command or instance that repeats an earlier one with the same idempotency key. */
export const DuplicateCommand = Schema.Struct({
  /** Index among the commands, from 0. */
  index: Schema.Int,
  instance_index: Schema.NullOr(Schema.Int),
  resource_key: Schema.NullOr(Schema.String),
  existing_job_id: JobId,
  existing_batch_id: Schema.NullOr(BatchId)
}).annotate({ identifier: "DuplicateCommand" })
export type DuplicateCommand = typeof DuplicateCommand.Type

/** A command or instance without a job. */
export const CommandError = Schema.Struct({
  index: Schema.Int,
  instance_index: Schema.NullOr(Schema.Int),
  error: Schema.String,
  code: Schema.NullOr(Schema.String),
  type: Schema.NullOr(Schema.String),
  resource_key: Schema.NullOr(Schema.String)
}).annotate({ identifier: "CommandError" })
export type CommandError = typeof CommandError.Type

/** Result of a submission. Without any job, the batch is not stored. */
export const SubmittedBatch = Schema.Struct({
  batch_id: BatchId,
  total_commands: Schema.Int,
  jobs_created: Schema.Int,
  jobs_duplicated: Schema.Int,
  jobs_failed: Schema.Int,
  duplicates: Schema.Array(DuplicateCommand),
  errors: Schema.Array(CommandError),
  status_url: Schema.String
}).annotate({ identifier: "CreateJobBatchResponse" })
export type SubmittedBatch = typeof SubmittedBatch.Type

/** `complete` once every job has ended. */
export const BatchStatus = Schema.Literals(["pending", "complete"]).annotate({ identifier: "BatchStatus" })
export type BatchStatus = typeof BatchStatus.Type

const counts = {
  blocked: Schema.Int,
  queued: Schema.Int,
  paused: Schema.Int,
  running: Schema.Int,
  succeeded: Schema.Int,
  failed: Schema.Int,
  canceled: Schema.Int,
  dead_letter: Schema.Int
} satisfies Record<JobStatus, typeof Schema.Int>

/** Number of jobs of a batch by state. */
export const JobCounts = Schema.Struct(counts).annotate({ identifier: "JobCounts" })
export type JobCounts = typeof JobCounts.Type

/** A batch as an entry of a list. */
export const BatchSummary = Schema.Struct({
  batch_id: BatchId,
  label: Schema.NullOr(Schema.String),
  status: BatchStatus,
  total_jobs: Schema.Int,
  job_counts: JobCounts,
  created_on: Instant.Instant,
  started_at: Schema.NullOr(Instant.Instant),
  finished_at: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "BatchSummary" })
export type BatchSummary = typeof BatchSummary.Type

/** A batch with its progress. */
export const Batch = Schema.Struct({
  ...BatchSummary.fields,
  ...counts,
  total: Schema.Int,
  /** Share of ended jobs, in percent with one decimal. */
  progress_percentage: Schema.Finite
}).annotate({ identifier: "Batch" })
export type Batch = typeof Batch.Type

/** Result of the retry of a batch: `blocked_count` of the retried jobs wait. */
export const BatchRetried = Schema.Struct({
  batch_id: BatchId,
  retried_count: Schema.Int,
  queued_count: Schema.Int,
  blocked_count: Schema.Int
}).annotate({ identifier: "JobBatchRetryResponse" })
export type BatchRetried = typeof BatchRetried.Type

export const BatchSortField = Schema.Literals(["created_on", "started_at", "finished_at"])
  .annotate({ identifier: "BatchSortField" })
export type BatchSortField = typeof BatchSortField.Type

/** Filter of a list of batches. */
export interface BatchFilter {
  readonly status?: BatchStatus | undefined
}

/** The batch of a list entry, with its progress. */
export const withProgress = (summary: BatchSummary): Batch => {
  const { job_counts, total_jobs } = summary
  const ended = job_counts.succeeded + job_counts.failed + job_counts.canceled + job_counts.dead_letter
  return {
    ...summary,
    ...job_counts,
    total: total_jobs,
    progress_percentage: total_jobs === 0 ? 100 : Math.floor(ended / total_jobs * 1000) / 10
  }
}

/** Counts without any job. */
export const noJobs: JobCounts = Object.fromEntries(jobStatuses.map((status) => [status, 0])) as Record<JobStatus, 0>
