import type { Schema } from "effect"
import type { EventId } from "../events/index.ts"
import type { Instant, OrganizationId } from "../shared/index.ts"
import type { Backoff, JobId } from "./Job.ts"
import type { JobErrorClass } from "./JobErrorClass.ts"

/** A job that a worker has claimed. */
export interface ClaimedJob {
  readonly job_id: JobId
  readonly batch_no: number | null
  readonly organization_id: OrganizationId | null
  readonly kind: string
  readonly resource_key: string | null
  readonly payload: Schema.JsonObject
  /** Number of the claim. Worker and attempt together identify the claim. */
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

/** Outcome of a claim. */
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
    /** Run again later. Counts as an attempt only if it has an error. */
    | { readonly status: "blocked"; readonly not_before: Instant.Instant; readonly error: JobFailed | null }
    /** Requeued; counts as an attempt if `begun`. */
    | { readonly status: "queued"; readonly begun: boolean }
  )

/** A failed job, and the id of the event that records it for the change feed. */
export interface RecordedFailure {
  readonly job_id: JobId
  readonly event_id: EventId
}
