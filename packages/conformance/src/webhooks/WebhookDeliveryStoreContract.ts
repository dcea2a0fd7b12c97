import { assert, layer } from "@effect/vitest"
import { newEventId } from "@namewright/core/events"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import {
  newWebhookDeliveryId,
  newWebhookEndpointId,
  type StoredDelivery,
  type WebhookDelivery,
  WebhookDeliveryStore,
  type WebhookEndpointId
} from "@namewright/core/webhooks"
import { DateTime, Effect, type Layer, Option, Struct } from "effect"
import { TestClock } from "effect/testing"

const newDelivery = Effect.fnUntraced(function*(
  webhook_endpoint_id: WebhookEndpointId,
  members: Partial<StoredDelivery> = {}
): Effect.fn.Return<StoredDelivery> {
  const now = yield* Instant.now
  return {
    webhook_delivery_id: yield* newWebhookDeliveryId,
    organization_id: yield* newOrganizationId,
    webhook_endpoint_id,
    event_id: yield* newEventId,
    object_id: "domain_a",
    type: "domain.renewal.success",
    trigger: "event",
    status: "pending",
    attempts: 0,
    next_attempt_on: now,
    last_attempt_on: null,
    response_status: null,
    duration: null,
    response_body: null,
    error_kind: null,
    error_message: null,
    created_on: now,
    payload: "{\"type\":\"domain.renewal.success\"}",
    ...members
  }
})

const stored = Effect.fnUntraced(function*(endpoint: WebhookEndpointId, members?: Partial<StoredDelivery>) {
  const store = yield* WebhookDeliveryStore
  const delivery = yield* newDelivery(endpoint, members)
  yield* store.insert([delivery])
  return delivery
})

const shown = (delivery: StoredDelivery): WebhookDelivery =>
  Struct.omit(delivery, ["organization_id", "object_id", "payload"])

const firstPage = { page: 1, page_size: 10 }

/** Contract of the storage of webhook deliveries. */
export const webhookDeliveryStoreContract = <E>(name: string, storage: Layer.Layer<WebhookDeliveryStore, E>) =>
  layer(storage)(`WebhookDeliveryStore (${name})`, (it) => {
    it.effect("finds deliveries as they were stored, in one statement or several", () =>
      Effect.gen(function*() {
        const store = yield* WebhookDeliveryStore
        const endpoint = yield* newWebhookEndpointId
        const many = yield* Effect.forEach(Array.from({ length: 1001 }), () => newDelivery(endpoint))
        yield* store.insert([])
        yield* store.insert(many)
        for (const delivery of [many[0], many[1000]]) {
          const found = yield* store.find(delivery?.webhook_delivery_id ?? (yield* newWebhookDeliveryId))
          assert.deepStrictEqual(Option.getOrUndefined(found), delivery)
        }
        assert.strictEqual((yield* store.list(endpoint, {}, firstPage)).total, 1001)
        assert.isTrue(Option.isNone(yield* store.find(yield* newWebhookDeliveryId)))
      }))

    it.effect("lists the newest of one endpoint first, by status and event", () =>
      Effect.gen(function*() {
        const store = yield* WebhookDeliveryStore
        const endpoint = yield* newWebhookEndpointId
        const made: Array<StoredDelivery> = []
        for (const status of ["failed", "pending", "failed"] as const) {
          made.push(yield* stored(endpoint, { status }))
          yield* TestClock.adjust("1 second")
        }
        yield* stored(yield* newWebhookEndpointId)
        const expected = made.map(shown).toReversed()
        const page = yield* store.list(endpoint, {}, { page: 2, page_size: 2 })
        assert.deepStrictEqual([page.total, page.items], [3, expected.slice(2)])
        const failed = yield* store.list(endpoint, { status: "failed" }, firstPage)
        assert.deepStrictEqual([failed.total, failed.items], [2, expected.filter(({ status }) => status === "failed")])
        const ofEvent = yield* store.list(endpoint, { event_id: made[0]?.event_id }, firstPage)
        assert.deepStrictEqual(ofEvent.items, expected.slice(2))
      }))

    it.effect("records an attempt once", () =>
      Effect.gen(function*() {
        const store = yield* WebhookDeliveryStore
        const endpoint = yield* newWebhookEndpointId
        const delivery = yield* stored(endpoint)
        const now = yield* Instant.now
        const first: StoredDelivery = {
          ...delivery,
          attempts: 1,
          last_attempt_on: now,
          next_attempt_on: DateTime.add(now, { seconds: 5 }),
          response_status: 500,
          duration: 12,
          response_body: "ünwell",
          error_kind: "http_status",
          error_message: "The receiver answered 500"
        }
        assert.isTrue(yield* store.recordAttempt(first))
        assert.isFalse(yield* store.recordAttempt(first))
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.find(delivery.webhook_delivery_id)), first)
        const second: StoredDelivery = { ...first, attempts: 2, status: "succeeded", next_attempt_on: null }
        assert.isTrue(yield* store.recordAttempt(second))
        assert.isFalse(yield* store.recordAttempt({ ...second, attempts: 3 }))
        yield* store.cancel(delivery.webhook_delivery_id)
        assert.deepStrictEqual(Option.getOrUndefined(yield* store.find(delivery.webhook_delivery_id)), second)
      }))

    it.effect("cancels pending deliveries", () =>
      Effect.gen(function*() {
        const store = yield* WebhookDeliveryStore
        const delivery = yield* stored(yield* newWebhookEndpointId)
        yield* store.cancel(delivery.webhook_delivery_id)
        const found = Option.getOrUndefined(yield* store.find(delivery.webhook_delivery_id))
        assert.deepStrictEqual([found?.status, found?.next_attempt_on], ["canceled", null])
      }))

    it.effect("removes old deliveries, a bounded number at a time", () =>
      Effect.gen(function*() {
        const store = yield* WebhookDeliveryStore
        const endpoint = yield* newWebhookEndpointId
        const longAgo = DateTime.makeUnsafe("1961-01-01T00:00:00Z")
        const limit = DateTime.makeUnsafe("1962-01-01T00:00:00Z")
        for (let count = 0; count < 3; count++) yield* stored(endpoint, { created_on: longAgo })
        yield* stored(endpoint, { created_on: limit })
        assert.strictEqual(yield* store.removeBefore(limit, 2), 2)
        assert.strictEqual(yield* store.removeBefore(limit, 2), 1)
        assert.strictEqual((yield* store.list(endpoint, {}, firstPage)).total, 1)
      }))
  })
