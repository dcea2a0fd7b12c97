import { Context, type Effect, type Option } from "effect"
import type { ProcessId } from "../processes/index.ts"
import type { Instant, OrganizationId } from "../shared/index.ts"
import type { RequestId } from "./RequestIdentity.ts"

/** One try to carry out a request that its caller marked with a key. */
export interface IdempotentAttempt {
  readonly organization_id: OrganizationId
  readonly idempotency_key: string
  /** SHA-256 of the request in hexadecimal. */
  readonly request_hash: string
  /** Distinguishes this attempt from a later one that took it over. */
  readonly attempt_id: string
  /** Process that carries it out. */
  readonly process_id: ProcessId
  /** The same in all tries of the request. */
  readonly request_id: RequestId
  readonly started_on: Instant.Instant
  /** When the key may be used for another request. */
  readonly expires_on: Instant.Instant
}

/** What a request was answered with. */
export interface RecordedAnswer {
  readonly status: number
  /** Null for an answer without a body. */
  readonly content_type: string | null
  readonly body: string
}

/** What the storage knows of a key. */
export interface IdempotencyRecord extends Omit<IdempotentAttempt, "process_id" | "request_id"> {
  /** Null while the request is being carried out. */
  readonly answer: RecordedAnswer | null
}

/** What became of a claim. */
export type IdempotencyClaim =
  /** The attempt has the key; `request_id` and `begun_on` are those of the first attempt of the request. */
  | { readonly _tag: "Taken"; readonly request_id: RequestId; readonly begun_on: Instant.Instant }
  | { readonly _tag: "Held"; readonly record: IdempotencyRecord }

/** Storage port for the keys of requests that must not be carried out twice. */
export class IdempotencyStore extends Context.Service<IdempotencyStore, {
  /**
   * Takes the key for the attempt, or returns the record that holds it. An expired record does not hold it. A record of the
   * same request without an answer is taken over, with its `request_id` and `begun_on`, if its process has ended or it was started at
   * `abandoned` or before. One of several attempts at the same time takes the key.
   */
  readonly claim: (attempt: IdempotentAttempt, abandoned: Instant.Instant) => Effect.Effect<IdempotencyClaim>
  /** The record of a key that has not expired. */
  readonly find: (
    organization: OrganizationId,
    idempotency_key: string,
    now: Instant.Instant
  ) => Effect.Effect<Option.Option<IdempotencyRecord>>
  /** Keeps the answer, if the attempt still has the key. */
  readonly complete: (attempt: IdempotentAttempt, answer: RecordedAnswer) => Effect.Effect<void>
  /** Has the attempt count as started at `asOf`, if it still has the key, so that another may take it over. */
  readonly abandon: (attempt: IdempotentAttempt, asOf: Instant.Instant) => Effect.Effect<void>
  /** Gives the key back, if the attempt still has it. */
  readonly release: (attempt: IdempotentAttempt) => Effect.Effect<void>
  /** Removes at most so many records that have expired; answers how many it removed. */
  readonly removeExpired: (now: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/access/IdempotencyStore") {}
