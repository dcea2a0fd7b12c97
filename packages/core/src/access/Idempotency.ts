import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { Processes } from "../processes/index.ts"
import { CodedError, CurrentActor, Entropy, Instant, Timetable } from "../shared/index.ts"
import { IdempotencyStore, type IdempotentAttempt, type RecordedAnswer } from "./IdempotencyStore.ts"
import { newRequestId, type RequestId } from "./RequestIdentity.ts"

/** For how long an answer is repeated to a caller who sends the same request with the same key. */
const retention = Duration.hours(24)

/**
 * Time after which an attempt without an answer counts as lost although its process is alive; longer than any request
 * takes. The attempt of a process that has ended is lost with it.
 */
const attemptTimeout = Duration.minutes(5)

const removedAtOnce = 1_000

/** The key was used for another request. */
export class IdempotencyKeyReused extends CodedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {
  code: "ERROR_IDEMPOTENCY_KEY_REUSED",
  message: "This idempotency key was used for another request"
}) {}

/** The same request is being carried out; `retry_after` is in seconds. */
export class RequestInProgress extends CodedError<RequestInProgress>()("RequestInProgress", {
  code: "ERROR_REQUEST_IN_PROGRESS",
  fields: { retry_after: Schema.Int },
  message: "A request with this idempotency key is being carried out"
}) {}

/**
 * Settles the work that earlier attempts of a request have left open, such as a command at a registry without an
 * answer. Returns none if none is open, otherwise the time until another attempt makes sense.
 */
export type SettleRequest = (request: RequestId) => Effect.Effect<Option.Option<Duration.Duration>>

/**
 * Outcome of a request with a key: to be carried out, or answered before. `repeatedSince`: time of the first attempt, if
 * this is a later one.
 */
export type Begun =
  | {
    readonly _tag: "Claimed"
    readonly attempt: IdempotentAttempt
    readonly repeatedSince: Option.Option<Instant.Instant>
  }
  | { readonly _tag: "Answered"; readonly answer: RecordedAnswer }

/**
 * Carries out a request once, however often its caller sends it with the same key; keys belong to the caller's
 * organization. Source: REST specification, "Errors"; retries of paid operations must be safe.
 */
export class Idempotency extends Context.Service<Idempotency, {
  /** Adds work that is settled before a request is attempted again; called once, when the layer of a slice is built. */
  readonly settleBeforeRepeats: (settle: SettleRequest) => Effect.Effect<void>
  /**
   * Claims the key. The same key with another `request_hash` is refused. Before a request is attempted again, the work
   * of its earlier attempts is settled; while that is not possible, the request is in progress.
   */
  readonly begin: (
    idempotency_key: string,
    request_hash: string
  ) => Effect.Effect<Begun, IdempotencyKeyReused | RequestInProgress, CurrentActor>
  /**
   * The stored answer to a request with a key, which claims nothing; none while it is being carried out. The same key with
   * another `request_hash` is refused.
   */
  readonly answered: (
    idempotency_key: string,
    request_hash: string
  ) => Effect.Effect<Option.Option<RecordedAnswer>, IdempotencyKeyReused, CurrentActor>
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
      const processes = yield* Processes
      const settlements: Array<SettleRequest> = []

      /** Another attempt of the request may carry it out only when the outcome of the earlier ones is known. */
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
        const claim = yield* store.claim(attempt, DateTime.subtractDuration(started_on, attemptTimeout))
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
