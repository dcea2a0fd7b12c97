import { Context, type Effect, type Option, type Schema } from "effect"
import type { ProcessId } from "../processes/index.ts"
import type { Instant, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { BatchFilter, BatchSortField, BatchSummary } from "./Batch.ts"
import type { Backoff, BatchId, Job, JobFilter, JobId, JobOperation, JobSortField } from "./Job.ts"
import type { JobErrorClass } from "./JobErrorClass.ts"
import type { SubmittedBy } from "./SubmittedBy.ts"

export interface NewBatch {
  readonly batch_id: BatchId
  readonly organization_id: OrganizationId
  readonly label: string | null
  readonly submitted_by: SubmittedBy
  readonly created_on: Instant.Instant
}

/** What a job of a batch shows to callers. */
export interface JobSummary {
  readonly command: string
  readonly operation: JobOperation
  readonly resource_key: string
  readonly domain_name: string | null
  readonly display: string
}

export interface NewJob {
  readonly job_id: JobId
  readonly kind: string
  readonly topic: string
  /** Queued and running jobs of the topic at most; beyond, the job is stored as blocked. */
  readonly capacity: number
  /** Null for work of the whole installation. */
  readonly organization_id: OrganizationId | null
  readonly ordering_key: string | null
  /** The JSON text of an object. */
  readonly payload: string
  readonly max_attempts: number
  readonly backoff: Backoff | null
  readonly not_before: Instant.Instant | null
  readonly created_on: Instant.Instant
  /** Null for a system job. */
  readonly summary: JobSummary | null
  /** Unique in the organization as long as the job is kept. */
  readonly idempotency_key: string | null
  /** Unique among all open jobs. */
  readonly open_key: string | null
  readonly paused: boolean
}

/** The job that has the idempotency key of another one. */
export interface ExistingJob {
  readonly job_id: JobId
  readonly batch_id: BatchId | null
}

/**
 * What has to be looked at again once the transaction has committed, because until then it and others could not see
 * each other.
 */
export interface UnsettledJobs {
  /** Numbers of queues that got jobs. */
  readonly queues: ReadonlyArray<number>
  readonly ordering_keys: ReadonlyArray<{ readonly organization_id: string; readonly ordering_key: string }>
  /** Organizations all of whose ordering keys are looked at. */
  readonly organizations: ReadonlyArray<string>
  /** Numbers of batches that may have come to an end. */
  readonly batches: ReadonlyArray<number>
}

export interface InsertedJobs {
  readonly inserted: number
  /** By the id that the refused job would have had. */
  readonly duplicates: ReadonlyMap<JobId, ExistingJob>
  readonly loose: UnsettledJobs
}

/** A job in the hands of a worker. */
export interface ClaimedJob {
  readonly job_id: JobId
  readonly batch_no: number | null
  readonly organization_id: OrganizationId | null
  readonly kind: string
  readonly resource_key: string | null
  readonly payload: Schema.JsonObject
  /** Which claim of the job this is; together with the worker it names the claim. */
  readonly attempt: number
  readonly max_attempts: number
  readonly backoff: Backoff | null
  readonly created_on: Instant.Instant
}

export interface JobFailed {
  readonly error_class: JobErrorClass
  readonly error_code: string | null
  readonly error_message: string
  readonly error_details: Schema.JsonObject | null
}

/** How a claim ended. */
export type JobOutcome =
  & { readonly job: ClaimedJob }
  & (
    | {
      readonly status: "succeeded"
      readonly result: Schema.JsonObject | null
      /** Payload without its secrets, which replaces the stored one; null if it has none. */
      readonly payload: Schema.JsonObject | null
    }
    | { readonly status: "failed" | "dead_letter"; readonly error: JobFailed }
    /** Again later; with an error it was an attempt, without one it does not count as such. */
    | { readonly status: "blocked"; readonly not_before: Instant.Instant; readonly error: JobFailed | null }
    /** Given back; `begun` counts as an attempt. */
    | { readonly status: "queued"; readonly begun: boolean }
  )

/** What control reaches: a batch, or one job of the organization. */
export type JobScope = { readonly batch_no: number } | { readonly job_id: JobId }

export interface Retried {
  readonly retried: number
  readonly queued: number
  readonly loose: UnsettledJobs
}

export interface StoredBatch {
  readonly batch_no: number
  readonly summary: BatchSummary
}

/**
 * Storage port of batches and jobs. Methods that write join the caller's transaction; the unsettled jobs that
 * they return are given to `settle` after the commit. Promises beyond single methods: of the open jobs of an ordering key one at most does not
 * wait for another, and it is the only one that can be claimed; a claim has one end; the counts of a batch are those
 * of its jobs.
 */
export class JobStore extends Context.Service<JobStore, {
  /**
   * Stores the batch with those of its jobs whose idempotency keys are free; without any, no batch either. A batch that
   * is stored already stays as it is, and what is answered is what became of its jobs.
   */
  readonly insertBatch: (batch: NewBatch, jobs: ReadonlyArray<NewJob>) => Effect.Effect<InsertedJobs>
  /** Stores system jobs, but for those whose open key is taken. */
  readonly enqueue: (jobs: ReadonlyArray<NewJob>) => Effect.Effect<UnsettledJobs>
  /** Settles jobs that a committed write left unsettled; not in a transaction. Returns the topics in which jobs became queued. */
  readonly settle: (ends: UnsettledJobs, now: Instant.Instant) => Effect.Effect<ReadonlyArray<string>>

  readonly findBatch: (organization: OrganizationId, id: BatchId) => Effect.Effect<Option.Option<StoredBatch>>
  readonly listBatches: (
    organization: OrganizationId,
    filter: BatchFilter,
    sort: Sort<BatchSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<BatchSummary>>
  readonly findJob: (organization: OrganizationId, id: JobId) => Effect.Effect<Option.Option<Job>>
  readonly listJobs: (
    batch: number,
    filter: JobFilter,
    sort: Sort<JobSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Job>>

  /** Each answers how many jobs it moved. */
  readonly pause: (scope: JobScope, now: Instant.Instant) => Effect.Effect<number>
  readonly resume: (scope: JobScope, capacityOf: (topic: string) => number) => Effect.Effect<number>
  readonly cancel: (
    scope: JobScope,
    now: Instant.Instant
  ) => Effect.Effect<{ readonly canceled: number; readonly loose: UnsettledJobs }>
  readonly retry: (
    scope: JobScope,
    errorClasses: ReadonlyArray<JobErrorClass>,
    now: Instant.Instant,
    capacityOf: (topic: string) => number
  ) => Effect.Effect<Retried>

  /** Adds a worker of a process; returns its number, which is never assigned again. */
  readonly addWorker: (now: Instant.Instant, process: ProcessId) => Effect.Effect<number>
  /** Says that the worker lives; false when it was taken for lost. */
  readonly beat: (worker: number, now: Instant.Instant) => Effect.Effect<boolean>
  readonly removeWorker: (worker: number) => Effect.Effect<void>
  /**
   * Requeues the jobs of lost workers in these topics: of workers not seen since `silentSince`, of ended processes, or
   * without a row. Jobs that have no attempt left end as `dead_letter` with `lost`.
   */
  readonly takeOver: (
    topics: ReadonlyArray<string>,
    silentSince: Instant.Instant,
    now: Instant.Instant,
    lost: JobFailed
  ) => Effect.Effect<{ readonly jobs: number; readonly topics: ReadonlyArray<string>; readonly loose: UnsettledJobs }>
  /** Takes up to `limit` queued jobs of the topic, the longest queued first. No job has two holders. */
  readonly claim: (
    topic: string,
    worker: number,
    limit: number,
    now: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<ClaimedJob>>
  /** Who submitted the batches, which begin with this at the latest. */
  readonly begin: (
    batches: ReadonlyArray<number>,
    now: Instant.Instant
  ) => Effect.Effect<
    ReadonlyArray<{ readonly batch_no: number; readonly batch_id: BatchId; readonly submitted_by: SubmittedBy }>
  >
  /** Stores how claims ended. Claims that somebody has taken over are left alone; answers how many were not. */
  readonly complete: (
    worker: number,
    outcomes: ReadonlyArray<JobOutcome>,
    now: Instant.Instant
  ) => Effect.Effect<{ readonly completed: number; readonly loose: UnsettledJobs }>
  /** Queues what waits for nothing but capacity, fairly divided; answers how many jobs. One caller at a time has an effect. */
  readonly release: (topic: string, capacity: number) => Effect.Effect<number>
  /** The topics in which jobs are queued, or wait for nothing but capacity. */
  readonly busy: Effect.Effect<ReadonlyArray<string>>
  /** Like `release`, but the first `limit` of the jobs go to the worker at once; for a window that has none queued. */
  readonly claimReleased: (
    topic: string,
    capacity: number,
    worker: number,
    limit: number,
    now: Instant.Instant
  ) => Effect.Effect<{ readonly claimed: ReadonlyArray<ClaimedJob>; readonly queued: number }>
  /** Lets up to `limit` jobs whose time has come wait no longer for it; answers how many. */
  readonly due: (now: Instant.Instant, limit: number) => Effect.Effect<number>
  /** The earliest time that a job waits for. */
  readonly nextDue: Effect.Effect<Option.Option<Instant.Instant>>

  /** What a crash between a commit and its `settle` has left behind, a bounded piece of it. */
  readonly forgotten: Effect.Effect<UnsettledJobs>
  /** Removes batches that ended, and failed system jobs, before `endedBefore`; answers whether more are waiting. */
  readonly removeEnded: (endedBefore: Instant.Instant) => Effect.Effect<boolean>
}>()("@namewright/core/jobs/JobStore") {}

export const nothingUnsettled: UnsettledJobs = { queues: [], ordering_keys: [], organizations: [], batches: [] }
