import { Context, DateTime, Duration, Effect, Layer, Option, Random, type Redacted } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { EventLog } from "../events/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import { observedSend } from "./observedSend.ts"
import { mustBeDisabled, type Verdict, verdictOf } from "./Verdict.ts"
import type { WebhookDelivery, WebhookDeliveryId } from "./WebhookDelivery.ts"
import { type StoredDelivery, WebhookDeliveryStore } from "./WebhookDeliveryStore.ts"
import type { DisabledReason, WebhookEndpointId } from "./WebhookEndpoint.ts"
import { WebhookEndpointStore, type WebhookTarget } from "./WebhookEndpointStore.ts"
import { WebhookQueue } from "./WebhookQueue.ts"
import * as WebhookSecret from "./WebhookSecret.ts"
import { type WebhookResponse, WebhookSender, type WebhookSendFailed } from "./WebhookSender.ts"

/** Maximum stored characters of a response body. */
const storedCharacters = 1024

/** Concurrent attempts per endpoint in a process, so that a slow receiver does not block others. */
const concurrency = 8

/** Random pause in seconds of an attempt above the concurrency. */
const busyPause = { minimum: 2, maximum: 10 }

/** Pause of a delivery in a process that does not send webhooks; another process may run its job then. */
const notSendingPause = Duration.minutes(1)

/** Attempts during which a delivery blocks later deliveries about the same object. */
const orderedAttempts = 3

/** Sends deliveries to their endpoints at least once, and logs the outcome of each attempt. */
export class WebhookAttempts extends Context.Service<WebhookAttempts, {
  /**
   * Makes one attempt of a pending delivery. Returns the pause before the job must run again; none if the delivery has
   * ended or its next attempt has a job of its own.
   */
  readonly attempt: (id: WebhookDeliveryId) => Effect.Effect<Option.Option<Duration.Duration>>
}>()("@namewright/core/webhooks/WebhookAttempts") {
  static readonly layer = Layer.effect(
    WebhookAttempts,
    Effect.gen(function*() {
      const endpoints = yield* WebhookEndpointStore
      const deliveries = yield* WebhookDeliveryStore
      const queue = yield* WebhookQueue
      const events = yield* EventLog
      const transaction = yield* Transaction
      const sealed = yield* SealedSecrets
      const sender = yield* WebhookSender

      const secretsOf = (target: WebhookTarget, now: Instant.Instant) => {
        const { previous_secret, previous_secret_expires_on: until, secret, webhook_endpoint_id } = target
        const stored = previous_secret !== null && until !== null && !Instant.hasPassed(until, now)
          ? [secret, previous_secret]
          : [secret]
        return Effect.forEach(stored, (text) => sealed.open(text, webhook_endpoint_id))
      }

      const send = Effect.fnUntraced(
        function*(target: WebhookTarget, { event_id, payload, webhook_delivery_id }: StoredDelivery) {
          const now = yield* Instant.now
          const timestamp = Math.floor(DateTime.toEpochMillis(now) / 1000)
          const secrets: ReadonlyArray<Redacted.Redacted> = yield* secretsOf(target, now)
          const headers = {
            "content-type": "application/json",
            "user-agent": "Namewright-Webhooks/1",
            "webhook-id": event_id,
            "webhook-timestamp": String(timestamp),
            "webhook-signature": yield* WebhookSecret.signatures(secrets, { id: event_id, timestamp, body: payload })
          }
          return {
            now,
            ...yield* observedSend(sender, webhook_delivery_id, { url: target.url, headers, body: payload })
          }
        }
      )

      /** Disables an endpoint and records an event for its owner. */
      const disable = Effect.fnUntraced(function*(target: WebhookTarget, reason: DisabledReason, now: Instant.Instant) {
        if (!(yield* endpoints.disable(target, reason, now))) return
        const explanation = reason === "gone" ? "it answered 410 Gone" : "it has failed for days"
        yield* events.record({
          organization_id: target.organization_id,
          object_type: "ACCOUNT",
          object_id: target.organization_id,
          object_name: null,
          type: null,
          subtype: "NOTIFICATION",
          event_data: { message: `The webhook endpoint ${target.webhook_endpoint_id} was disabled: ${explanation}` }
        })
      })

      const updateEndpoint = Effect.fnUntraced(
        function*(target: WebhookTarget, verdict: Verdict, now: Instant.Instant) {
          if (verdict._tag === "Succeeded") {
            return yield* target.failing_since === null
              ? Effect.void
              : endpoints.recovered(target)
          }
          if (target.failing_since === null) yield* endpoints.failing(target, now)
          if (verdict._tag === "Gone") return yield* disable(target, "gone", now)
          if (verdict._tag === "Retry") return
          const failing = yield* endpoints.countFailed(target)
          if (Option.isSome(failing) && mustBeDisabled(failing.value, now)) yield* disable(target, "failing", now)
        }
      )

      const sent = Effect.fnUntraced(function*(target: WebhookTarget, delivery: StoredDelivery) {
        const { duration, now, result } = yield* send(target, delivery)
        const attempts = delivery.attempts + 1
        const verdict = verdictOf(result, attempts, yield* Random.next)
        const attempted: StoredDelivery = {
          ...delivery,
          ...outcomeOf(result),
          status: statusAfter[verdict._tag],
          attempts,
          duration,
          last_attempt_on: now,
          next_attempt_on: verdict._tag === "Retry" ? DateTime.addDuration(yield* Instant.now, verdict.wait) : null
        }
        const isOrdered = attempts < orderedAttempts
        yield* transaction.atomically(Effect.gen(function*() {
          if (!(yield* deliveries.recordAttempt(attempted))) return
          yield* updateEndpoint(target, verdict, now)
          if (verdict._tag === "Retry" && !isOrdered) yield* queue.postpone(attempted)
        }))
        return verdict._tag === "Retry" && isOrdered ? Option.some(verdict.wait) : Option.none()
      })

      /** Number of running attempts by endpoint. */
      const running = new Map<WebhookEndpointId, number>()

      const count = (endpoint: WebhookEndpointId, step: 1 | -1) =>
        Effect.sync(() => {
          const attempts = (running.get(endpoint) ?? 0) + step
          if (attempts === 0) running.delete(endpoint)
          else running.set(endpoint, attempts)
        })

      const sentWithinConcurrency = Effect.fnUntraced(function*(target: WebhookTarget, delivery: StoredDelivery) {
        const { webhook_endpoint_id: endpoint } = target
        if ((running.get(endpoint) ?? 0) >= concurrency) {
          return Option.some(Duration.seconds(yield* Random.nextBetween(busyPause.minimum, busyPause.maximum)))
        }
        return yield* Effect.acquireUseRelease(
          count(endpoint, 1),
          () => sent(target, delivery),
          () => count(endpoint, -1)
        )
      })

      const attempt = Effect.fn("WebhookAttempts.attempt")(function*(id: WebhookDeliveryId) {
        if (!sender.sends) return Option.some(notSendingPause)
        const delivery = yield* deliveries.find(id)
        if (Option.isNone(delivery) || delivery.value.status !== "pending") return Option.none()
        const target = yield* endpoints.target(delivery.value.webhook_endpoint_id)
        if (Option.isSome(target) && (target.value.enabled || delivery.value.trigger === "test")) {
          return yield* sentWithinConcurrency(target.value, delivery.value)
        }
        yield* deliveries.cancel(id)
        return Option.none()
      })

      return WebhookAttempts.of({ attempt })
    })
  )
}

const statusAfter = {
  Succeeded: "succeeded",
  Gone: "failed",
  Failed: "failed",
  Retry: "pending"
} as const satisfies Record<Verdict["_tag"], WebhookDelivery["status"]>

type Outcome = Pick<WebhookDelivery, "response_status" | "response_body" | "error_kind" | "error_message">

const outcomeOf = (result: WebhookResponse | WebhookSendFailed): Outcome => {
  if (result._tag === "WebhookSendFailed") {
    return { response_status: null, response_body: null, error_kind: result.kind, error_message: result.message }
  }
  const isGood = result.status >= 200 && result.status < 300
  return {
    response_status: result.status,
    // PostgreSQL cannot store a zero byte in text.
    response_body: result.body.slice(0, storedCharacters).replaceAll("\0", "\ufffd"),
    error_kind: isGood ? null : "http_status",
    error_message: isGood ? null : `The receiver responded with ${result.status}`
  }
}
