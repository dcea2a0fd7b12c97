import { Context, type Effect, type Schema } from "effect"
import type { Instant, OrganizationId } from "../shared/index.ts"

/** Work that a slice leaves to the platform. Nobody sees it among the organization's jobs. */
export interface SystemJob {
  /** A registered `JobKind`. */
  readonly kind: string
  /** Null for work of the whole installation. */
  readonly organization_id: OrganizationId | null
  readonly payload: Schema.JsonObject
  /** Jobs of one lane of an organization run one at a time, in order. */
  readonly lane?: string | undefined
  /** Of jobs of a kind with the same key only one is open at a time; a second one is not stored. */
  readonly key?: string | undefined
  readonly not_before?: Instant.Instant | undefined
}

/**
 * Where slices leave work. A job is stored in the caller's transaction, and workers are told after its commit. One that
 * succeeds is removed, one that fails for good stays for operators to see.
 */
export class JobQueue extends Context.Service<JobQueue, {
  readonly enqueue: (job: SystemJob) => Effect.Effect<void>
  /** Many at once, of any kinds. */
  readonly enqueueAll: (jobs: ReadonlyArray<SystemJob>) => Effect.Effect<void>
}>()("@namewright/core/jobs/JobQueue") {}
