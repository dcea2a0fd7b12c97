import { Context, type Effect, type Option } from "effect"
import type { ProcessId } from "../processes/index.ts"
import type { Instant, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { BatchFilter, BatchSortField, BatchSummary } from "./Batch.ts"
import type { ClaimedJob, JobFailed, JobOutcome, RecordedFailure } from "./ClaimedJob.ts"
import type { BatchId, Job, JobFilter, JobId, JobSortField } from "./Job.ts"
import type { JobErrorClass } from "./JobErrorClass.ts"
import type { DeferredUpdates, InsertedJobs, NewBatch, NewJob } from "./NewJob.ts"
import type { SubmittedBy } from "./SubmittedBy.ts"

/** Target of pause, resume, cancel and retry: a batch, or one job of the organization. */
export type JobScope = { readonly batch_no: number } | { readonly job_id: JobId }

export interface Retried {
  readonly retried: number
  readonly queued: number
  readonly updates: DeferredUpdates
}

/** Numbers of jobs that wait. */
export interface WaitingJobs {
  /** Jobs that are ready for a worker, by topic. At most the capacity of the topic. */
  readonly queued: ReadonlyMap<string, number>
  /** Jobs of open batches that wait for capacity, for another job or for their time. */
  readonly blocked: number
  /** Paused jobs of open batches. */
  readonly paused: number
}

export interface StoredBatch {
  readonly batch_no: number
  readonly summary: BatchSummary
}

/**
 * Storage port of batches and jobs. Methods that write join the caller's transaction; the caller passes the deferred
 * updates that they return to `applyUpdates` after the commit. Invariants: at most one open job of an ordering key does not wait
 * for another, and only it can be claimed. A claim has one outcome. The counts of a batch match its jobs.
 */
export class JobStore extends Context.Service<JobStore, {
  /**
   * Stores the batch with the jobs whose idempotency keys are free; without any such job, the batch is not stored. A
   * batch that is already stored is unchanged, and the result describes its jobs.
   */
  readonly insertBatch: (batch: NewBatch, jobs: ReadonlyArray<NewJob>) => Effect.Effect<InsertedJobs>
  /** Stores system jobs, except those whose open key is taken. */
  readonly enqueue: (jobs: ReadonlyArray<NewJob>) => Effect.Effect<DeferredUpdates>
  /**
   * Applies the deferred updates of a committed write; not in a transaction. Returns the topics in which jobs became
   * queued.
   */
  readonly applyUpdates: (updates: DeferredUpdates, now: Instant.Instant) => Effect.Effect<ReadonlyArray<string>>

  /** Owner of a batch, of any organization. */
  readonly ownerOfBatch: (id: BatchId) => Effect.Effect<Option.Option<OrganizationId>>
  /** Owner of a job, of any organization. */
  readonly ownerOfJob: (id: JobId) => Effect.Effect<Option.Option<OrganizationId>>
  readonly findBatch: (organization: OrganizationId, id: BatchId) => Effect.Effect<Option.Option<StoredBatch>>
  /** The submitter of a batch. */
  readonly submitterOf: (organization: OrganizationId, id: BatchId) => Effect.Effect<Option.Option<SubmittedBy>>
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

  /** Each returns the number of changed jobs. */
  readonly pause: (scope: JobScope, now: Instant.Instant) => Effect.Effect<number>
  readonly resume: (scope: JobScope, capacityOf: (topic: string) => number) => Effect.Effect<number>
  readonly cancel: (
    scope: JobScope,
    now: Instant.Instant
  ) => Effect.Effect<{ readonly canceled: number; readonly updates: DeferredUpdates }>
  readonly retry: (
    scope: JobScope,
    errorClasses: ReadonlyArray<JobErrorClass>,
    now: Instant.Instant,
    capacityOf: (topic: string) => number
  ) => Effect.Effect<Retried>

  /** Adds a worker of a process; returns its number, which is never assigned again. */
  readonly addWorker: (now: Instant.Instant, process: ProcessId) => Effect.Effect<number>
  /** Stores a heartbeat of the worker. False if the worker was considered lost. */
  readonly beat: (worker: number, now: Instant.Instant) => Effect.Effect<boolean>
  readonly removeWorker: (worker: number) => Effect.Effect<void>
  /**
   * Requeues the jobs of lost workers in these topics: of workers not seen since `silentSince`, of ended processes, or
   * without a row. Jobs without a remaining attempt end as `dead_letter` with `lost`.
   */
  readonly takeOver: (
    topics: ReadonlyArray<string>,
    silentSince: Instant.Instant,
    now: Instant.Instant,
    lost: JobFailed
  ) => Effect.Effect<
    {
      readonly jobs: number
      readonly topics: ReadonlyArray<string>
      /** Kinds of the jobs that have ended, one for each job. */
      readonly ended: ReadonlyArray<string>
      /** Jobs of batches that have ended. */
      readonly failed: ReadonlyArray<JobId>
      readonly updates: DeferredUpdates
    }
  >
  /** Claims up to `limit` queued jobs of the topic, longest queued first. No job is claimed by two workers. */
  readonly claim: (
    topic: string,
    worker: number,
    limit: number,
    now: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<ClaimedJob>>
  /** Marks the batches as begun if they are not, and returns their submitters and spans. */
  readonly begin: (
    batches: ReadonlyArray<number>,
    now: Instant.Instant
  ) => Effect.Effect<
    ReadonlyArray<
      & { readonly batch_no: number }
      & Pick<NewBatch, "batch_id" | "submitted_by" | "traceparent">
    >
  >
  /**
   * Stores the outcomes of claims. Claims that another worker has taken over are skipped; returns the number of the
   * others.
   */
  readonly complete: (
    worker: number,
    outcomes: ReadonlyArray<JobOutcome>,
    now: Instant.Instant
  ) => Effect.Effect<{
    readonly completed: number
    /** Jobs whose claims another worker has taken over. */
    readonly skipped: ReadonlyArray<JobId>
    /** Jobs of batches that have ended as `failed` or `dead_letter`. */
    readonly failed: ReadonlyArray<JobId>
    readonly updates: DeferredUpdates
  }>
  /**
   * Records ended jobs of batches in the change feed, in the transaction in which they end. REST does not list these
   * events.
   */
  readonly recordFailures: (failures: ReadonlyArray<RecordedFailure>, now: Instant.Instant) => Effect.Effect<void>
  /** Queues jobs that wait for capacity only, in fair shares; returns their number. Of concurrent calls, one has an effect. */
  readonly release: (topic: string, capacity: number) => Effect.Effect<number>
  /** The topics with queued jobs, or with jobs that wait for capacity only. */
  readonly busy: Effect.Effect<ReadonlyArray<string>>
  /** As `release`, but the worker claims the first `limit` jobs at once. For a topic without queued jobs. */
  readonly claimReleased: (
    topic: string,
    capacity: number,
    worker: number,
    limit: number,
    now: Instant.Instant
  ) => Effect.Effect<{ readonly claimed: ReadonlyArray<ClaimedJob>; readonly queued: number }>
  /** Removes the time condition of up to `limit` due jobs; returns their number. */
  readonly due: (now: Instant.Instant, limit: number) => Effect.Effect<number>
  /** The earliest start time of a job that waits for it. */
  readonly nextDue: Effect.Effect<Option.Option<Instant.Instant>>

  /** Numbers of waiting jobs. Takes time for the queued jobs and for the open batches, but not for their jobs. */
  readonly countWaiting: Effect.Effect<WaitingJobs>

  /** A bounded number of updates that a crash between a commit and its `applyUpdates` prevented. */
  readonly findMissedUpdates: Effect.Effect<DeferredUpdates>
  /** Removes batches, and failed system jobs, that ended before `endedBefore`. Returns true if more remain. */
  readonly removeEnded: (endedBefore: Instant.Instant) => Effect.Effect<boolean>
}>()("@namewright/core/jobs/JobStore") {}
