import { Context, DateTime, Duration, Effect, Layer, Schema } from "effect"
import { CurrentActor, Entropy, Instant, Timetable } from "../shared/index.ts"
import { IdempotencyStore, type IdempotentAttempt, type RecordedAnswer } from "./IdempotencyStore.ts"
import { newRequestId } from "./RequestIdentity.ts"

/** For how long an answer is repeated to a caller who sends the same request with the same key. */
const retention = Duration.hours(24)

/** After this time a request without an answer counts as lost in a crash, and may be tried again. */
const patience = Duration.seconds(60)

const removedAtOnce = 1_000

/** The key was used for another request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {
  get code() {
    return "ERROR_IDEMPOTENCY_KEY_REUSED" as const
  }
  override get message() {
    return "This idempotency key was used for another request"
  }
}

/** The same request is being carried out; `retry_after` is in seconds. */
export class RequestInProgress extends Schema.TaggedError<RequestInProgress>()("RequestInProgress", {
  retry_after: Schema.Int
}) {
  get code() {
    return "ERROR_REQUEST_IN_PROGRESS" as const
  }
  override get message() {
    return "A request with this idempotency key is being carried out"
  }
}

/** What became of a request with a key: to be carried out, or answered before. */
export type Begun =
  | { readonly _tag: "Claimed"; readonly attempt: IdempotentAttempt }
  | { readonly _tag: "Answered"; readonly answer: RecordedAnswer }

/**
 * Carries out a request once, however often its caller sends it with the same key; keys belong to the caller's
 * organization. Source: REST specification, "Errors"; retries of paid operations must be safe.
 */
export class Idempotency extends Context.Service<Idempotency, {
  /** `request_hash` says what the request is: the same key with another hash is refused. */
  readonly begin: (
    idempotency_key: string,
    request_hash: string
  ) => Effect.Effect<Begun, IdempotencyKeyReused | RequestInProgress, CurrentActor>
  readonly complete: (attempt: IdempotentAttempt, answer: RecordedAnswer) => Effect.Effect<void>
  /** For a request of which nothing was carried out: the key is free for any other. */
  readonly release: (attempt: IdempotentAttempt) => Effect.Effect<void>
  /** For a request of which nobody knows what was carried out: it may be tried again, as the same request. */
  readonly abandon: (attempt: IdempotentAttempt) => Effect.Effect<void>
  /** Removes records that have expired, a bounded number of them; answers whether more are waiting. */
  readonly removeExpired: Effect.Effect<boolean>
}>()("@namewright/core/access/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function*() {
      const store = yield* IdempotencyStore
      const timetable = yield* Timetable
      const entropy = yield* Entropy

      const begin: Idempotency["Service"]["begin"] = Effect.fnUntraced(function*(idempotency_key, request_hash) {
        const { organization_id } = yield* CurrentActor
        const started_on = yield* Instant.now
        const attempt: IdempotentAttempt = {
          organization_id,
          idempotency_key,
          request_hash,
          attempt_id: yield* entropy.uuidV4(),
          request_id: yield* newRequestId,
          started_on,
          expires_on: DateTime.addDuration(started_on, retention)
        }
        const claim = yield* store.claim(attempt, DateTime.subtractDuration(started_on, patience))
        if (claim._tag === "Taken") {
          return { _tag: "Claimed", attempt: { ...attempt, request_id: claim.request_id } } as const
        }
        if (claim.record.request_hash !== request_hash) return yield* new IdempotencyKeyReused()
        const { answer } = claim.record
        return answer === null
          ? yield* new RequestInProgress({ retry_after: 1 })
          : { _tag: "Answered", answer } as const
      })

      const abandon: Idempotency["Service"]["abandon"] = Effect.fnUntraced(function*(attempt) {
        yield* store.abandon(attempt, DateTime.subtractDuration(yield* Instant.now, patience))
      })

      const removeExpired = Effect.gen(function*() {
        const removed = yield* store.removeExpired(yield* Instant.now, removedAtOnce)
        return removed === removedAtOnce
      })

      yield* timetable.add({ name: "access.idempotency", every: "10 minutes", run: removeExpired })

      return Idempotency.of({ begin, complete: store.complete, release: store.release, abandon, removeExpired })
    })
  )
}
