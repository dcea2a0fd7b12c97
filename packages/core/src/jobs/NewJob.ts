import type { Instant, OrganizationId } from "../shared/index.ts"
import type { Backoff, BatchId, JobId, JobOperation } from "./Job.ts"
import type { SubmittedBy } from "./SubmittedBy.ts"

export interface NewBatch {
  readonly batch_id: BatchId
  readonly organization_id: OrganizationId
  readonly label: string | null
  readonly submitted_by: SubmittedBy
  /** Span of the submission as a traceparent of W3C Trace Context; null without a tracer. */
  readonly traceparent: string | null
  readonly created_on: Instant.Instant
}

/** Description of a batch job for callers. */
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
  /** Maximum number of queued and running jobs of the topic. A job above it is stored as blocked. */
  readonly capacity: number
  /** Null for a job of the whole installation. */
  readonly organization_id: OrganizationId | null
  readonly ordering_key: string | null
  /** JSON text of an object. */
  readonly payload: string
  readonly max_attempts: number
  readonly backoff: Backoff | null
  readonly not_before: Instant.Instant | null
  readonly created_on: Instant.Instant
  /** Null for a system job. */
  readonly summary: JobSummary | null
  /** Unique in the organization while the job is stored. */
  readonly idempotency_key: string | null
  /** Unique among all open jobs. */
  readonly open_key: string | null
  readonly paused: boolean
}

/** The existing job with the same idempotency key. */
export interface ExistingJob {
  readonly job_id: JobId
  readonly batch_id: BatchId | null
}

/**
 * Jobs and batches whose state depends on transactions that may commit concurrently. They are updated after the commit.
 */
export interface DeferredUpdates {
  /** Numbers of queues with new jobs. */
  readonly queues: ReadonlyArray<number>
  readonly ordering_keys: ReadonlyArray<{ readonly organization_id: string; readonly ordering_key: string }>
  /** Organizations all of whose ordering keys must be updated. */
  readonly organizations: ReadonlyArray<string>
  /** Numbers of batches that may have completed. */
  readonly batches: ReadonlyArray<number>
}

export interface InsertedJobs {
  readonly inserted: number
  /** By the id of the refused job. */
  readonly duplicates: ReadonlyMap<JobId, ExistingJob>
  readonly updates: DeferredUpdates
}

export const noDeferredUpdates: DeferredUpdates = { queues: [], ordering_keys: [], organizations: [], batches: [] }
