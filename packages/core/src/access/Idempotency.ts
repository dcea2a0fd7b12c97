import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { Processes } from "../processes/index.ts"
import { CodedError, CurrentActor, Entropy, Instant, Timetable } from "../shared/index.ts"
import { IdempotencyStore, type IdempotentAttempt, type RecordedAnswer } from "./IdempotencyStore.ts"
import { newRequestId, type RequestId } from "./RequestIdentity.ts"
import { settledEventually } from "./settledEventually.ts"

/** Time for which the answer is repeated to the same request with the same key. */
const retention = Duration.hours(24)

/**
 * Time after which an attempt without an answer counts as lost although its process is running; longer than any
 * request. An attempt is also lost if its process has ended.
 */
const attemptTimeout = Duration.minutes(5)

const removedAtOnce = 1_000

/** The key was used for another request. */
export class IdempotencyKeyReused extends CodedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {
  code: "ERROR_IDEMPOTENCY_KEY_REUSED",
  message: "This idempotency key was used for another request"
}) {}

/** The same request is in progress. `retry_after` is in seconds. */
export class RequestInProgress extends CodedError<RequestInProgress>()("RequestInProgress", {
  code: "ERROR_REQUEST_IN_PROGRESS",
  fields: { retry_after: Schema.Int },
  message: "A request with this idempotency key is being carried out"
}) {}

/**
 * Settles work of earlier attempts of a request, such as a command without a response from the registry. Returns none
 * if everything is settled, otherwise the time to wait before the next attempt.
 */
export type SettleRequest = (request: RequestId) => Effect.Effect<Option.Option<Duration.Duration>>

/**
 * State of a request with a key: to be carried out, or already answered. `repeatedSince` is the time of the first
 * attempt, if this is a later one.
 */
export type Begun =
  | {
    readonly _tag: "Claimed"
    readonly attempt: IdempotentAttempt
    readonly repeatedSince: Option.Option<Instant.Instant>
  }
  | { readonly _tag: "Answered"; readonly answer: RecordedAnswer }

/**
 * Carries out a request once, even if it is sent repeatedly with the same key. Keys belong to the caller's
 * organization. Source: REST specification, "Errors"; retries of paid operations must be safe.
 */
export class Idempotency extends Context.Service<Idempotency, {
  /**
   * Registers a settlement, run before a request is attempted again; called once, when the layer of a slice is built.
   */
  readonly settleBeforeRepeats: (settle: SettleRequest) => Effect.Effect<void>
  /**
   * Claims the key. The same key with another `request_hash` is refused. Work of earlier attempts is settled first;
   * until that succeeds, the request counts as in progress.
   */
  readonly begin: (
    idempotency_key: string,
    request_hash: string
  ) => Effect.Effect<Begun, IdempotencyKeyReused | RequestInProgress, CurrentActor>
  /**
   * The stored answer of a request with a key, without claiming it. None while an attempt is running. The same key with
   * another `request_hash` is refused.
   */
  readonly answered: (
    idempotency_key: string,
    request_hash: string
  ) => Effect.Effect<Option.Option<RecordedAnswer>, IdempotencyKeyReused, CurrentActor>
  readonly complete: (attempt: IdempotentAttempt, answer: RecordedAnswer) => Effect.Effect<void>
  /** Releases the key of a request that was not carried out. */
  readonly release: (attempt: IdempotentAttempt) => Effect.Effect<void>
  /** Abandons an attempt with an unknown outcome, so that the same request can be attempted again. */
  readonly abandon: (attempt: IdempotentAttempt) => Effect.Effect<void>
  /** Removes a bounded number of expired records. Returns true if more are left. */
  readonly removeExpired: Effect.Effect<boolean>
}>()("@namewright/core/access/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function*() {
      const store = yield* IdempotencyStore
      const timetable = yield* Timetable
      const entropy = yield* Entropy
      const processes = yield* Processes
      const settlements: Array<SettleRequest> = []

      /** Settles the earlier attempts: another attempt may run only when their outcomes are known. */
      const settleEarlier = Effect.fnUntraced(function*(request: RequestId) {
        for (const settle of settlements) {
          const wait = yield* settle(request)
          if (Option.isSome(wait)) {
            return yield* new RequestInProgress({ retry_after: Math.max(1, Math.ceil(Duration.toSeconds(wait.value))) })
          }
        }
      })

      const abandon: Idempotency["Service"]["abandon"] = Effect.fnUntraced(function*(attempt) {
        yield* store.abandon(attempt, DateTime.subtractDuration(yield* Instant.now, attemptTimeout))
      })

      const begin: Idempotency["Service"]["begin"] = Effect.fnUntraced(function*(idempotency_key, request_hash) {
        const { organization_id } = yield* CurrentActor
        const started_on = yield* Instant.now
        const attempt: IdempotentAttempt = {
          organization_id,
          idempotency_key,
          request_hash,
          attempt_id: yield* entropy.uuidV4(),
          process_id: yield* processes.current,
          request_id: yield* newRequestId,
          started_on,
          expires_on: DateTime.addDuration(started_on, retention)
        }
        const claim = yield* Effect.onError(
          store.claim(attempt, DateTime.subtractDuration(started_on, attemptTimeout)),
          // The claim may be stored although its answer is lost.
          () => settledEventually(abandon(attempt))
        )
        if (claim._tag === "Taken") {
          const isRepeat = claim.request_id !== attempt.request_id
          const claimed = { ...attempt, request_id: claim.request_id }
          if (isRepeat) yield* Effect.onError(settleEarlier(claim.request_id), () => abandon(claimed))
          const repeatedSince = isRepeat ? Option.some(claim.begun_on) : Option.none<Instant.Instant>()
          return { _tag: "Claimed", attempt: claimed, repeatedSince } as const
        }
        if (claim.record.request_hash !== request_hash) return yield* new IdempotencyKeyReused()
        const { answer } = claim.record
        return answer === null
          ? yield* new RequestInProgress({ retry_after: 1 })
          : { _tag: "Answered", answer } as const
      })

      const answered: Idempotency["Service"]["answered"] = Effect.fnUntraced(
        function*(idempotency_key, request_hash) {
          const { organization_id } = yield* CurrentActor
          const record = yield* store.find(organization_id, idempotency_key, yield* Instant.now)
          if (Option.isNone(record)) return Option.none()
          if (record.value.request_hash !== request_hash) return yield* new IdempotencyKeyReused()
          return Option.fromNullOr(record.value.answer)
        }
      )

      const removeExpired = Effect.gen(function*() {
        const removed = yield* store.removeExpired(yield* Instant.now, removedAtOnce)
        return removed === removedAtOnce
      })

      yield* timetable.add({ name: "access.idempotency", every: "10 minutes", run: removeExpired })

      return Idempotency.of({
        settleBeforeRepeats: (settle) => Effect.sync(() => void settlements.push(settle)),
        begin,
        answered,
        complete: store.complete,
        release: store.release,
        abandon,
        removeExpired
      })
    })
  )
}
