import { Effect, Schema } from "effect"
import { Instant, TypeId } from "../shared/index.ts"
import { JobErrorClass } from "./JobErrorClass.ts"

export const JobId = TypeId.schema("job").pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type
/** Ids of one process sort in the order in which they were made. */
// Not tested again: a batch makes tens of thousands of them.
export const newJobId = TypeId.generator("job", (text) => JobId.make(text, { disableChecks: true }))

export const BatchId = TypeId.schema("batch").pipe(Schema.brand("BatchId"))
export type BatchId = typeof BatchId.Type
export const newBatchId = TypeId.generator("batch", (text) => BatchId.make(text))

/**
 * Id of an object that a job creates: the job's id with another prefix. A second run after a crash therefore finds the
 * object of the first.
 */
export const idOfJob = <A>(job: JobId, prefix: string, make: (text: string) => A): A =>
  TypeId.sibling(job, prefix, make)

/**
 * `blocked`: waits for its time, for an earlier open job with its ordering key, or for capacity of its topic. `queued`:
 * will be claimed next. `dead_letter`: failed temporarily on every attempt. Source: REST specification, "Job".
 */
export const JobStatus = Schema.Literals([
  "blocked",
  "queued",
  "paused",
  "running",
  "succeeded",
  "failed",
  "canceled",
  "dead_letter"
]).annotate({ identifier: "JobStatus" })
export type JobStatus = typeof JobStatus.Type
export const jobStatuses = JobStatus.literals

/** Effect of a job on its resource. */
export const JobOperation = Schema.Literals([
  "create",
  "update",
  "transfer",
  "patch",
  "restamp",
  "enable",
  "disable",
  "delete"
]).annotate({ identifier: "JobOperation" })
export type JobOperation = typeof JobOperation.Type

/** Waits between attempts: the first and the longest in seconds, and the factor of growth. */
export const Backoff = Schema.Struct({
  initial_seconds: Schema.Int,
  multiplier: Schema.Finite,
  max_seconds: Schema.Int
}).annotate({ identifier: "JobBackoff" })
export type Backoff = typeof Backoff.Type

/** 30, 120, 480 and 1800 seconds. */
export const standardBackoff: Backoff = { initial_seconds: 30, multiplier: 4, max_seconds: 1800 }
export const standardAttempts = 5
/** Practically unlimited attempts, for jobs that are deferred repeatedly; the maximum of a 16-bit column. */
export const unlimitedAttempts = 32_767

/** A job of a batch for callers. Source: REST specification, "Job and batch". */
export const Job = Schema.Struct({
  job_id: JobId,
  /** Id of the batch. */
  correlation_id: BatchId,
  status: JobStatus,
  /** The command as it was submitted. */
  command: Schema.String,
  operation: JobOperation,
  /** Domain name, zone, hostname or email address, or the id of the object. */
  resource_key: Schema.String,
  domain_name: Schema.NullOr(Schema.String),
  /** Description, for example `Create Domain 'example.com'`. */
  display: Schema.String,
  payload: Schema.JsonObject,
  result: Schema.NullOr(Schema.JsonObject),
  idempotency_key: Schema.NullOr(Schema.String),
  attempts: Schema.Int,
  max_attempts: Schema.Int,
  backoff: Backoff,
  error_class: Schema.NullOr(JobErrorClass),
  error_code: Schema.NullOr(Schema.String),
  error_message: Schema.NullOr(Schema.String),
  /** Members of the problem that a direct request would get for the same failure, without its status. */
  error_details: Schema.NullOr(Schema.JsonObject),
  created_on: Instant.Instant,
  /** Earliest start, also the end of the pause before another attempt. */
  not_before: Schema.NullOr(Instant.Instant),
  started_at: Schema.NullOr(Instant.Instant),
  finished_at: Schema.NullOr(Instant.Instant),
  paused_at: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "Job" })
export type Job = typeof Job.Type

export const JobSortField = Schema.Literals(["created_on", "started_at", "finished_at"])
  .annotate({ identifier: "JobSortField" })
export type JobSortField = typeof JobSortField.Type

/** Filter of a list of jobs. An absent or empty `status` matches all. */
export interface JobFilter {
  readonly status?: ReadonlyArray<JobStatus> | undefined
}

/** Many new ids, in order. */
export const newJobIds = (count: number): Effect.Effect<ReadonlyArray<JobId>> =>
  Effect.gen(function*() {
    const ids: Array<JobId> = []
    for (let i = 0; i < count; i++) ids.push(yield* newJobId)
    return ids
  })
