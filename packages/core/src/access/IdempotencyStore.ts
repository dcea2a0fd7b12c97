import { Context, type Effect, type Option } from "effect"
import type { ProcessId } from "../processes/index.ts"
import type { Instant, OrganizationId } from "../shared/index.ts"
import type { RequestId } from "./RequestIdentity.ts"

/** Attempt to carry out a request with an idempotency key. */
export interface IdempotentAttempt {
  readonly organization_id: OrganizationId
  readonly idempotency_key: string
  /** SHA-256 of the request in hexadecimal. */
  readonly request_hash: string
  /** Distinguishes this attempt from later ones. */
  readonly attempt_id: string
  /** Process that runs it. */
  readonly process_id: ProcessId
  /** The same in all attempts of the request. */
  readonly request_id: RequestId
  readonly started_on: Instant.Instant
  /** Time from which the key can be used for another request. */
  readonly expires_on: Instant.Instant
}

/** Response to a request. */
export interface RecordedAnswer {
  readonly status: number
  /** Null for a response without a body. */
  readonly content_type: string | null
  readonly body: string
}

/** Stored record of a key. */
export interface IdempotencyRecord extends Omit<IdempotentAttempt, "process_id" | "request_id"> {
  /** Null while an attempt is running. */
  readonly answer: RecordedAnswer | null
}

/** Outcome of a claim. */
export type IdempotencyClaim =
  /** The attempt has claimed the key; `request_id` and `begun_on` are those of the first attempt of the request. */
  | { readonly _tag: "Taken"; readonly request_id: RequestId; readonly begun_on: Instant.Instant }
  | { readonly _tag: "Held"; readonly record: IdempotencyRecord }

/** Storage port for keys of requests that must not be carried out twice. */
export class IdempotencyStore extends Context.Service<IdempotencyStore, {
  /**
   * Claims the key for the attempt, or returns the record that holds it. Expired records do not hold keys. A record of
   * the same request without an answer is taken over, with its `request_id` and `begun_on`, if its process has ended or
   * it started at `abandoned` or before. One of several concurrent attempts succeeds.
   */
  readonly claim: (attempt: IdempotentAttempt, abandoned: Instant.Instant) => Effect.Effect<IdempotencyClaim>
  /** The record of a key, unless it has expired. */
  readonly find: (
    organization: OrganizationId,
    idempotency_key: string,
    now: Instant.Instant
  ) => Effect.Effect<Option.Option<IdempotencyRecord>>
  /** Stores the answer, if the attempt still holds the key. */
  readonly complete: (attempt: IdempotentAttempt, answer: RecordedAnswer) => Effect.Effect<void>
  /** Sets the start of the attempt to `asOf`, if it still holds the key, so that another attempt can take it over. */
  readonly abandon: (attempt: IdempotentAttempt, asOf: Instant.Instant) => Effect.Effect<void>
  /** Releases the key, if the attempt still holds it. */
  readonly release: (attempt: IdempotentAttempt) => Effect.Effect<void>
  /** Removes at most `atMost` expired records. Returns their number. */
  readonly removeExpired: (now: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/access/IdempotencyStore") {}
