import { assert, layer } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { CurrentActor, limits, newOrganizationId } from "@namewright/core/shared"
import { WebhookEndpointStore, Webhooks } from "@namewright/core/webhooks"
import { DateTime, Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { inNewOrganization, webhooksPlatform } from "./WebhooksPlatform.ts"

const url = "https://receiver.example/hook"
const firstPage = { page: 1, page_size: 10 }

layer(webhooksPlatform)("Webhooks", (it) => {
  it.effect("creates an endpoint that gets everything, and shows its secret once", () =>
    Effect.gen(function*() {
      const { create, get, list } = yield* Webhooks
      const { secret, ...endpoint } = yield* create({ url, description: " " })
      assert.match(Redacted.value(secret), /^whsec_/)
      assert.deepStrictEqual(
        [endpoint.enabled, endpoint.object_types, endpoint.description, endpoint.disabled_on],
        [true, [], null, null]
      )
      assert.deepStrictEqual(yield* get(endpoint.webhook_endpoint_id), endpoint)
      assert.deepStrictEqual((yield* list(firstPage)).items, [endpoint])
    }).pipe(inNewOrganization))

  it.effect("refuses an address that no request may go to, and stores nothing", () =>
    Effect.gen(function*() {
      const { create, list, update } = yield* Webhooks
      const refused = yield* Effect.flip(create({ url: "https://127.0.0.1/hook" }))
      assert.deepStrictEqual(
        refused._tag === "InvalidInput" && refused.issues.map(({ loc }) => loc.join(".")),
        ["body.url"]
      )
      assert.strictEqual((yield* list(firstPage)).total, 0)
      const { webhook_endpoint_id } = yield* create({ url })
      assert.strictEqual(
        (yield* Effect.flip(update(webhook_endpoint_id, { url: "https://[::1]/" })))._tag,
        "InvalidInput"
      )
    }).pipe(inNewOrganization))

  it.effect("refuses more endpoints than an organization may have", () =>
    Effect.gen(function*() {
      const { create, remove } = yield* Webhooks
      const made = yield* Effect.forEach(Array.from({ length: limits.webhookEndpoints }), () => create({ url }))
      assert.strictEqual((yield* Effect.flip(create({ url })))._tag, "WebhookEndpointLimit")
      yield* remove(made[0]!.webhook_endpoint_id)
      yield* create({ url })
    }).pipe(inNewOrganization))

  it.effect("changes what is named, and switches off and on", () =>
    Effect.gen(function*() {
      const { create, get, update } = yield* Webhooks
      const store = yield* WebhookEndpointStore
      const { secret: _, ...endpoint } = yield* create({ url, object_types: ["DOMAIN"], description: "first" })
      const id = endpoint.webhook_endpoint_id
      yield* TestClock.adjust("1 minute")
      const off = yield* update(id, { enabled: false, object_types: null, event_types: ["RENEWAL"], url: null })
      assert.deepStrictEqual(off, {
        ...endpoint,
        object_types: [],
        event_types: ["RENEWAL"],
        enabled: false,
        disabled_on: off.updated_on,
        disabled_reason: "requested",
        updated_on: off.updated_on
      })
      yield* store.failing(endpoint, off.updated_on)
      yield* store.countFailed(endpoint)
      const { disabled_on } = yield* update(id, { enabled: false, description: null })
      assert.deepStrictEqual(disabled_on, off.disabled_on)
      const on = yield* update(id, { enabled: true })
      assert.deepStrictEqual(
        [on.enabled, on.disabled_on, on.disabled_reason, on.failing_since, on.failed_deliveries, on.description],
        [true, null, null, null, 0, null]
      )
      assert.deepStrictEqual(yield* get(id), on)
    }).pipe(inNewOrganization))

  it.effect("replaces the secret, and keeps the one before for as long as was asked for", () =>
    Effect.gen(function*() {
      const { create, rotateSecret } = yield* Webhooks
      const store = yield* WebhookEndpointStore
      const first = yield* create({ url })
      const id = first.webhook_endpoint_id
      const before = Option.getOrThrow(yield* store.target(id)).secret
      const second = yield* rotateSecret(id, {})
      assert.notStrictEqual(Redacted.value(second.secret), Redacted.value(first.secret))
      assert.deepStrictEqual(second.previous_secret_expires_on, DateTime.add(second.updated_on, { hours: 24 }))
      assert.strictEqual(Option.getOrThrow(yield* store.target(id)).previous_secret, before)
      const third = yield* rotateSecret(id, { previous_valid_hours: 0 })
      assert.isNull(third.previous_secret_expires_on)
      assert.isNull(Option.getOrThrow(yield* store.target(id)).previous_secret)
    }).pipe(inNewOrganization))

  it.effect("knows nothing of another organization's endpoints", () =>
    Effect.gen(function*() {
      const { create, get, remove, rotateSecret, update } = yield* Webhooks
      const { webhook_endpoint_id: id } = yield* create({ url })
      const stranger = administrator(yield* newOrganizationId)
      const tries = [get(id), update(id, { enabled: false }), rotateSecret(id, {}), remove(id)]
      for (const attempt of tries) {
        const error = yield* Effect.flip(Effect.provideService(attempt as typeof tries[0], CurrentActor, stranger))
        assert.strictEqual(error._tag, "WebhookEndpointNotFound")
      }
      assert.isTrue((yield* get(id)).enabled)
      yield* remove(id)
      assert.strictEqual((yield* Effect.flip(get(id)))._tag, "WebhookEndpointNotFound")
    }).pipe(inNewOrganization))
})
