import { assert, layer } from "@effect/vitest"
import { Instant, limits, Timetable } from "@namewright/core/shared"
import { newWebhookDeliveryId, WebhookDeliveries, Webhooks } from "@namewright/core/webhooks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { happened, inNewOrganization, Jobs, Receiver, webhooksPlatform } from "./WebhooksPlatform.ts"

const url = "https://receiver.example/hook"
const page = { page: 1, page_size: 100 }

layer(webhooksPlatform)("WebhookDeliveries", (it) => {
  it.effect("sends a test, to a disabled endpoint too", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { get, test } = yield* WebhookDeliveries
      const { received } = yield* Receiver
      const { runDue } = yield* Jobs
      const { webhook_endpoint_id: id } = yield* create({ url, enabled: false })
      const made = yield* test(id)
      assert.deepStrictEqual([made.status, made.trigger, made.type], ["pending", "test", "webhook.test"])
      yield* runDue
      assert.strictEqual(JSON.parse(received[0]?.body ?? "").type, "webhook.test")
      const delivery = yield* get(id, made.webhook_delivery_id)
      assert.strictEqual(delivery.status, "succeeded")
      assert.deepStrictEqual(delivery.payload, JSON.parse(received[0]?.body ?? ""))
    }).pipe(inNewOrganization))

  it.effect("sends a delivery once more, with the same id and body", () =>
    Effect.gen(function*() {
      const { create, update } = yield* Webhooks
      const { get, list, replay } = yield* WebhookDeliveries
      const { received } = yield* Receiver
      const { runDue } = yield* Jobs
      const { webhook_endpoint_id: id } = yield* create({ url })
      yield* happened()
      yield* runDue
      const [first] = (yield* list(id, {}, page)).items
      assert.isDefined(first)
      const again = yield* replay(id, first!.webhook_delivery_id)
      assert.deepStrictEqual([again.status, again.trigger, again.event_id], ["pending", "replay", first?.event_id])
      yield* runDue
      assert.strictEqual((yield* get(id, again.webhook_delivery_id)).status, "succeeded")
      assert.deepStrictEqual(received[1]?.body, received[0]?.body)
      assert.strictEqual(received[1]?.headers["webhook-id"], received[0]?.headers["webhook-id"])
      yield* update(id, { enabled: false })
      assert.strictEqual((yield* Effect.flip(replay(id, first!.webhook_delivery_id)))._tag, "WebhookEndpointDisabled")
    }).pipe(inNewOrganization))

  it.effect("sends the events of a stretch of time that the filters let through, the oldest first", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { replayEvents } = yield* WebhookDeliveries
      const { received } = yield* Receiver
      const { runDue } = yield* Jobs
      yield* happened()
      yield* TestClock.adjust("1 minute")
      const since = yield* Instant.now
      const ids = [yield* happened()]
      yield* TestClock.adjust("1 minute")
      yield* happened({ subtype: "FAILURE" })
      ids.push(yield* happened())
      yield* TestClock.adjust("1 minute")
      const until = yield* Instant.now
      yield* happened()
      const { webhook_endpoint_id: id } = yield* create({ url, event_subtypes: ["SUCCESS"] })
      assert.deepStrictEqual(yield* replayEvents(id, { since, until }), { deliveries: 2 })
      yield* runDue
      assert.deepStrictEqual(received.map(({ headers }) => headers["webhook-id"]), ids)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* replayEvents(id, { since }), { deliveries: 3 })
    }).pipe(inNewOrganization))

  it.effect("refuses a stretch that ends before it begins, and one with too many events", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { list, replayEvents } = yield* WebhookDeliveries
      const since = yield* Instant.now
      for (let count = 0; count <= limits.webhookReplayEvents; count++) yield* happened()
      const { webhook_endpoint_id: id } = yield* create({ url })
      yield* TestClock.adjust("1 minute")
      const pointers = [
        yield* Effect.flip(replayEvents(id, { since, until: since })),
        yield* Effect.flip(replayEvents(id, { since }))
      ].map((error) => error._tag === "InvalidInput" && error.issues[0].loc.join("."))
      assert.deepStrictEqual(pointers, ["body.until", "body.since"])
      assert.strictEqual((yield* list(id, {}, page)).total, 0)
    }).pipe(inNewOrganization))

  it.effect("knows only the deliveries of the endpoint that is named", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { get, test } = yield* WebhookDeliveries
      const one = yield* create({ url })
      const other = yield* create({ url })
      const { webhook_delivery_id } = yield* test(one.webhook_endpoint_id)
      const errors = [
        yield* Effect.flip(get(other.webhook_endpoint_id, webhook_delivery_id)),
        yield* Effect.flip(get(one.webhook_endpoint_id, yield* newWebhookDeliveryId))
      ]
      assert.deepStrictEqual(errors.map(({ _tag }) => _tag), ["WebhookDeliveryNotFound", "WebhookDeliveryNotFound"])
    }).pipe(inNewOrganization))

  it.effect("forgets deliveries after 30 days", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { list, test } = yield* WebhookDeliveries
      const { runDue } = yield* Jobs
      const work = (yield* (yield* Timetable).works).find(({ name }) => name === "webhooks.retention")
      const { webhook_endpoint_id: id } = yield* create({ url })
      yield* test(id)
      yield* runDue
      const left = Effect.gen(function*() {
        assert.strictEqual(yield* work?.run ?? Effect.succeed(true), false)
        return (yield* list(id, {}, page)).total
      })
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* left, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* left, 0)
    }).pipe(inNewOrganization))
})
