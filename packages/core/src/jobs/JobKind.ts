import type { Effect, Schema } from "effect"
import type { CurrentActor, Instant, OrganizationId } from "../shared/index.ts"
import type { Backoff, BatchId, JobId } from "./Job.ts"
import type { JobError } from "./JobFailure.ts"

/** A job as its kind gets it. */
export interface RunningJob {
  readonly job_id: JobId
  /** Null for a system job. */
  readonly batch_id: BatchId | null
  /** Null for work of the whole installation. */
  readonly organization_id: OrganizationId | null
  readonly kind: string
  readonly resource_key: string
  /** As it was stored, secrets included. */
  readonly payload: Schema.JsonObject
  /** 1 for the first run; lost runs count. */
  readonly attempt: number
  readonly created_on: Instant.Instant
}

/** How jobs of one kind are carried out. */
export interface JobKind {
  /** `domain_create`; several commands may lead to one kind. */
  readonly kind: string
  /** Topic, whose limits the kind shares with others: `registry`, `contacts`, `reports`, `webhooks`. */
  readonly topic: string
  /** Runs after which a job with temporary failures becomes `dead_letter`. Default 5. */
  readonly maxAttempts?: number | undefined
  /** Default 30, 120, 480 and 1800 seconds, each with up to 20 % more or less. */
  readonly backoff?: Backoff | undefined
  /**
   * Carries out a job under the actor who submitted it; a system job as the platform itself, and work of the whole
   * installation without an actor and rights. It may run again after a crash or a lost worker, so it must be
   * idempotent per `job_id`. Returns the job's `result`.
   */
  readonly run: (job: RunningJob) => Effect.Effect<Schema.JsonObject | null, JobError, CurrentActor>
}

/** Limits of a topic. */
export interface JobTopic {
  readonly topic: string
  /** Jobs that are queued or running at most; the rest is `blocked` and divided fairly. Default 1000. */
  readonly capacity?: number | undefined
  /** Jobs that one worker runs at a time. Default 16. */
  readonly concurrency?: number | undefined
}
