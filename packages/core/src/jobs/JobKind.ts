import type { Effect, Schema } from "effect"
import type { CurrentActor, Instant, OrganizationId } from "../shared/index.ts"
import type { Backoff, BatchId, JobId } from "./Job.ts"
import type { JobRunError } from "./JobFailure.ts"

/** A job as passed to its kind. */
export interface RunningJob {
  readonly job_id: JobId
  /** Null for a system job. */
  readonly batch_id: BatchId | null
  /** Null for a job of the whole installation. */
  readonly organization_id: OrganizationId | null
  readonly kind: string
  readonly resource_key: string
  /** The stored payload, including secrets. */
  readonly payload: Schema.JsonObject
  /** Number of the attempt, from 1; lost attempts count. */
  readonly attempt: number
  readonly created_on: Instant.Instant
}

/** Execution of the jobs of one kind. */
export interface JobKind {
  /** For example `domain_create`. Several commands may share a kind. */
  readonly kind: string
  /** Topic of the kind, whose limits it shares with other kinds: `registry`, `contacts`, `reports`, `webhooks`. */
  readonly topic: string
  /** Maximum number of attempts. After that many temporary failures the job becomes `dead_letter`. Default 5. */
  readonly maxAttempts?: number | undefined
  /** Default 30, 120, 480 and 1800 seconds, each varied by up to 20 %. */
  readonly backoff?: Backoff | undefined
  /**
   * Runs a job as the actor that submitted it, a system job as the platform, and a job of the whole installation as an
   * actor without rights. It may run again after a crash or a lost worker, so it must be idempotent per `job_id`.
   * Returns the job's `result`.
   */
  readonly run: (job: RunningJob) => Effect.Effect<Schema.JsonObject | null, JobRunError, CurrentActor>
}

/** Limits of a topic. */
export interface JobTopic {
  readonly topic: string
  /** Maximum number of queued and running jobs. Other jobs are `blocked` and released in fair shares. Default 1000. */
  readonly capacity?: number | undefined
  /** Maximum number of jobs that one worker runs concurrently. Default 16. */
  readonly concurrency?: number | undefined
}
