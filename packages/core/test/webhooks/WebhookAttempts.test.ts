import { assert, layer } from "@effect/vitest"
import { EventStore } from "@namewright/core/events"
import { CurrentActor, Transaction } from "@namewright/core/shared"
import {
  disabling,
  WebhookAttempts,
  WebhookDeliveries,
  type WebhookDelivery,
  type WebhookEndpointId,
  Webhooks,
  WebhookSecret
} from "@namewright/core/webhooks"
import { Deferred, Duration, Effect, Fiber, Option, Redacted } from "effect"
import {
  answering,
  happened,
  inNewOrganization,
  Jobs,
  pass,
  Receiver,
  unreachable,
  webhooksPlatform
} from "./WebhooksPlatform.ts"

const url = "https://receiver.example/hook"
const page = { page: 1, page_size: 100 }

const logOf = (endpoint: WebhookEndpointId) =>
  Effect.flatMap(
    WebhookDeliveries,
    (deliveries) => Effect.map(deliveries.list(endpoint, {}, page), ({ items }) => items)
  )

const stateOf = (delivery: WebhookDelivery | undefined) => [delivery?.status, delivery?.attempts]

layer(webhooksPlatform)("Webhooks at work", (it) => {
  it.effect("sends an event once, signed, as the list of events shows it", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { received } = yield* Receiver
      const { runDue } = yield* Jobs
      const { secret, webhook_endpoint_id } = yield* create({ url })
      const event_id = yield* happened()
      yield* runDue
      const [request, ...more] = received
      assert.deepStrictEqual([more.length, request?.url], [0, url])
      const headers = request?.headers ?? {}
      const timestamp = Number(headers["webhook-timestamp"])
      const body = request?.body ?? ""
      assert.strictEqual(headers["webhook-id"], event_id)
      assert.strictEqual(
        headers["webhook-signature"],
        yield* WebhookSecret.signatures([secret], { id: event_id, timestamp, body })
      )
      assert.deepStrictEqual(JSON.parse(body), {
        type: "domain.renewal.success",
        timestamp: "1970-01-01T00:00:00Z",
        data: {
          event_id,
          object_type: "DOMAIN",
          object_id: "domain_01h455vb4pex5vsknk084sn02q",
          type: "RENEWAL",
          subtype: "SUCCESS",
          event_data: { version: "1.0", message: "a.example is renewed" },
          created_on: "1970-01-01T00:00:00Z",
          acknowledged_on: null
        }
      })
      const [delivery] = yield* logOf(webhook_endpoint_id)
      assert.deepStrictEqual([...stateOf(delivery), delivery?.response_status, delivery?.next_attempt_on], [
        "succeeded",
        1,
        200,
        null
      ])
    }).pipe(inNewOrganization))

  it.effect("sends to the endpoints whose filters let the event through", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { received } = yield* Receiver
      const { open, runDue } = yield* Jobs
      yield* create({ url: "https://all.example/" })
      yield* create({ url: "https://hosts.example/", object_types: ["HOST"] })
      yield* create({ url: "https://failures.example/", event_types: ["RENEWAL"], event_subtypes: ["FAILURE"] })
      yield* create({ url: "https://off.example/", enabled: false })
      yield* happened()
      yield* happened({ subtype: "FAILURE" })
      yield* happened({ object_type: "HOST", type: null, subtype: null })
      yield* runDue
      assert.deepStrictEqual(received.map((request) => new URL(request.url).hostname).toSorted(), [
        "all.example",
        "all.example",
        "all.example",
        "failures.example",
        "hosts.example"
      ])
      assert.strictEqual(open(), 0)
    }).pipe(inNewOrganization))

  it.effect("stores nothing for an event whose transaction is undone", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { atomically } = yield* Transaction
      const { webhook_endpoint_id } = yield* create({ url })
      yield* Effect.flip(atomically(Effect.andThen(happened(), Effect.fail("undone" as const))))
      assert.deepStrictEqual(yield* logOf(webhook_endpoint_id), [])
    }).pipe(inNewOrganization))

  it.effect("tries again with growing pauses, under the same id, and then gives up", () =>
    Effect.gen(function*() {
      const { create, get } = yield* Webhooks
      const { behave, received } = yield* Receiver
      const { open, runDue } = yield* Jobs
      behave(unreachable)
      const { webhook_endpoint_id } = yield* create({ url })
      const event_id = yield* happened()
      yield* runDue
      const [first] = yield* logOf(webhook_endpoint_id)
      assert.deepStrictEqual([...stateOf(first), first?.error_kind], ["pending", 1, "connection"])
      assert.isNotNull(first?.next_attempt_on)
      yield* pass("4 seconds")
      assert.strictEqual(received.length, 1)
      yield* pass("2 seconds")
      assert.strictEqual(received.length, 2)
      yield* pass("36 hours", "10 minutes")
      assert.deepStrictEqual(received.map(({ headers }) => headers["webhook-id"]), Array(8).fill(event_id))
      const [last] = yield* logOf(webhook_endpoint_id)
      assert.deepStrictEqual([...stateOf(last), last?.next_attempt_on, open()], ["failed", 8, null, 0])
      const endpoint = yield* get(webhook_endpoint_id)
      assert.deepStrictEqual([endpoint.enabled, endpoint.failed_deliveries], [true, 1])
      assert.isNotNull(endpoint.failing_since)
    }).pipe(inNewOrganization))

  it.effect("keeps the beginning of a bad answer, and forgets failures when an attempt succeeds", () =>
    Effect.gen(function*() {
      const { create, get } = yield* Webhooks
      const { behave } = yield* Receiver
      const { runDue } = yield* Jobs
      behave(answering(503, `a\0${"x".repeat(2000)}`))
      const { webhook_endpoint_id } = yield* create({ url })
      yield* happened()
      yield* runDue
      const [bad] = yield* logOf(webhook_endpoint_id)
      assert.deepStrictEqual(
        [bad?.response_status, bad?.error_kind, bad?.response_body?.length, bad?.response_body?.slice(0, 3)],
        [503, "http_status", 1024, "a\ufffdx"]
      )
      assert.isNotNull((yield* get(webhook_endpoint_id)).failing_since)
      behave(answering(204))
      yield* pass("6 seconds")
      const [good] = yield* logOf(webhook_endpoint_id)
      assert.deepStrictEqual([...stateOf(good), good?.error_kind], ["succeeded", 2, null])
      assert.isNull((yield* get(webhook_endpoint_id)).failing_since)
    }).pipe(inNewOrganization))

  it.effect("keeps the order of one object through short failures, and holds up no other object", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { behave, received } = yield* Receiver
      const { runDue } = yield* Jobs
      yield* create({ url })
      const ids: Array<string> = [yield* happened(), yield* happened(), yield* happened({ object_id: "domain_b" })]
      let refusals = 2
      behave((request) =>
        request.headers["webhook-id"] === ids[0] && refusals-- > 0 ? unreachable(request) : answering(200)(request)
      )
      yield* runDue
      yield* pass("10 minutes", "5 seconds")
      const order = received.map(({ headers }) => ids.indexOf(headers["webhook-id"] ?? ""))
      assert.deepStrictEqual(order, [0, 2, 0, 0, 1])
    }).pipe(inNewOrganization))

  it.effect("lets later events of an object pass one that fails for longer", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { behave, received } = yield* Receiver
      yield* create({ url })
      const ids: Array<string> = [yield* happened(), yield* happened()]
      behave((request) => (request.headers["webhook-id"] === ids[0] ? unreachable : answering(200))(request))
      yield* pass("10 minutes", "5 seconds")
      const order = received.map(({ headers }) => ids.indexOf(headers["webhook-id"] ?? ""))
      assert.deepStrictEqual(order, [0, 0, 0, 1])
    }).pipe(inNewOrganization))

  it.effect("signs with the old secret too, until it expires", () =>
    Effect.gen(function*() {
      const { create, rotateSecret } = yield* Webhooks
      const { received } = yield* Receiver
      const { runDue } = yield* Jobs
      const first = yield* create({ url })
      const second = yield* rotateSecret(first.webhook_endpoint_id, { previous_valid_hours: 1 })
      for (const secrets of [[second.secret, first.secret], [second.secret]]) {
        const id = yield* happened()
        yield* runDue
        const { body = "", headers = {} } = received.at(-1) ?? {}
        assert.strictEqual(
          headers["webhook-signature"],
          yield* WebhookSecret.signatures(secrets, { id, timestamp: Number(headers["webhook-timestamp"]), body })
        )
        yield* pass("1 hour")
      }
      assert.notInclude(JSON.stringify(received), Redacted.value(second.secret))
    }).pipe(inNewOrganization))

  it.effect("stops after a response of 410, and records an event", () =>
    Effect.gen(function*() {
      const { create, get } = yield* Webhooks
      const { behave, received } = yield* Receiver
      const { open, runDue } = yield* Jobs
      const { organization_id } = yield* CurrentActor
      behave(answering(410))
      const { webhook_endpoint_id } = yield* create({ url })
      yield* happened()
      yield* happened()
      yield* runDue
      const { disabled_reason, enabled } = yield* get(webhook_endpoint_id)
      assert.deepStrictEqual([enabled, disabled_reason, received.length, open()], [false, "gone", 1, 0])
      assert.deepStrictEqual((yield* logOf(webhook_endpoint_id)).map(stateOf), [["canceled", 0], ["failed", 1]])
      const events = yield* EventStore
      const { items } = yield* events.list(
        organization_id,
        { object_type: "ACCOUNT" },
        { by: "created_on", order: "desc" },
        page
      )
      assert.deepStrictEqual(items.map(({ event_data }) => event_data.message), [
        `The webhook endpoint ${webhook_endpoint_id} was disabled: it answered 410 Gone`
      ])
    }).pipe(inNewOrganization))

  it.effect("does not stop because an earlier URL answers that it is gone", () =>
    Effect.gen(function*() {
      const { create, get, update } = yield* Webhooks
      const { attempt } = yield* WebhookAttempts
      const { behave, received, waitFor } = yield* Receiver
      const gate = yield* Deferred.make<void>()
      waitFor(Deferred.await(gate))
      behave(answering(410))
      const { webhook_endpoint_id } = yield* create({ url })
      yield* happened()
      const [delivery] = yield* logOf(webhook_endpoint_id)
      const attempted = yield* Effect.forkChild(attempt(delivery!.webhook_delivery_id))
      while (received.length === 0) yield* Effect.yieldNow
      yield* update(webhook_endpoint_id, { url: "https://new.example/hook" })
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(attempted)
      waitFor(Effect.void)
      behave(answering(200))
      yield* happened()
      yield* (yield* Jobs).runDue
      const { enabled, failing_since } = yield* get(webhook_endpoint_id)
      assert.deepStrictEqual([enabled, failing_since], [true, null])
      assert.deepStrictEqual(received.map((request) => request.url), [url, "https://new.example/hook"])
    }).pipe(inNewOrganization))

  it.effect("stops after many deliveries have failed for days", () =>
    Effect.gen(function*() {
      const { create, get, update } = yield* Webhooks
      const { behave } = yield* Receiver
      behave(answering(500))
      const { webhook_endpoint_id } = yield* create({ url })
      const isEnabled = Effect.map(get(webhook_endpoint_id), ({ enabled }) => enabled)
      for (let count = 0; count < disabling.deliveries; count++) yield* happened({ object_id: `domain_${count}` })
      yield* pass("2 days", "10 minutes")
      assert.deepStrictEqual([yield* isEnabled, (yield* get(webhook_endpoint_id)).failed_deliveries], [true, 10])
      // The failures of an earlier URL do not count.
      const failuresOf = Effect.map(
        get(webhook_endpoint_id),
        ({ failed_deliveries, failing_since }) => [failed_deliveries, failing_since !== null]
      )
      yield* update(webhook_endpoint_id, { url })
      assert.deepStrictEqual(yield* failuresOf, [10, true])
      yield* update(webhook_endpoint_id, { url: `${url}/new` })
      assert.deepStrictEqual(yield* failuresOf, [0, false])
      for (let count = 0; count < disabling.deliveries; count++) yield* happened({ object_id: `domain_new_${count}` })
      yield* pass("2 days", "10 minutes")
      assert.deepStrictEqual(yield* failuresOf, [10, true])
      yield* happened()
      yield* pass("2 days", "10 minutes")
      const { disabled_reason, enabled } = yield* get(webhook_endpoint_id)
      assert.deepStrictEqual([enabled, disabled_reason], [false, "failing"])
    }).pipe(inNewOrganization))

  it.effect("makes eight attempts of an endpoint at a time, and leaves room for others", () =>
    Effect.gen(function*() {
      const { create } = yield* Webhooks
      const { attempt } = yield* WebhookAttempts
      const { received, waitFor } = yield* Receiver
      const gate = yield* Deferred.make<void>()
      waitFor(Deferred.await(gate))
      const { webhook_endpoint_id: slow } = yield* create({ url: "https://slow.example/" })
      for (let count = 0; count < 10; count++) yield* happened({ object_id: `domain_${count}` })
      const { webhook_endpoint_id: other } = yield* create({ url })
      yield* happened()
      const ids = [...(yield* logOf(slow)), ...(yield* logOf(other))].map((delivery) => delivery.webhook_delivery_id)
      const attempts = yield* Effect.forEach(ids, (id) => Effect.forkChild(attempt(id)))
      while (received.length < 9) yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      const pauses = (yield* Fiber.joinAll(attempts)).filter(Option.isSome)
      assert.deepStrictEqual([received.length, pauses.length], [9, 3])
      for (const { value } of pauses) assert.isTrue(Duration.toSeconds(value) >= 2 && Duration.toSeconds(value) <= 10)
      waitFor(Effect.void)
      yield* (yield* Jobs).runDue
      assert.strictEqual(received.length, 12)
    }).pipe(inNewOrganization))

  it.effect("sends nothing to an endpoint that was removed meanwhile", () =>
    Effect.gen(function*() {
      const { create, remove } = yield* Webhooks
      const { received } = yield* Receiver
      const { open, runDue } = yield* Jobs
      const { webhook_endpoint_id } = yield* create({ url })
      yield* happened()
      yield* remove(webhook_endpoint_id)
      yield* runDue
      assert.deepStrictEqual([received.length, open()], [0, 0])
    }).pipe(inNewOrganization))
})
