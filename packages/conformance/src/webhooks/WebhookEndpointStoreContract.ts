import { assert, layer } from "@effect/vitest"
import { EventLog, EventStore } from "@namewright/core/events"
import { Instant, newOrganizationId, type OrganizationId, type Transaction } from "@namewright/core/shared"
import { type WebhookEndpoint, WebhookEndpointStore } from "@namewright/core/webhooks"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { countedInTurn } from "../countedInTurn.ts"
import { newEndpoint } from "./newEndpoint.ts"

const stored = Effect.fnUntraced(function*(organization: OrganizationId, members?: Partial<WebhookEndpoint>) {
  const store = yield* WebhookEndpointStore
  const endpoint = yield* newEndpoint(members)
  yield* store.insert(organization, endpoint, "plain.secret")
  return endpoint
})

const read = Effect.fnUntraced(function*(organization: OrganizationId, { webhook_endpoint_id }: WebhookEndpoint) {
  const store = yield* WebhookEndpointStore
  return Option.getOrThrow(yield* store.find(organization, webhook_endpoint_id))
})

const happened = (organization_id: OrganizationId) =>
  Effect.flatMap(EventLog, (log) =>
    log.record({
      organization_id,
      object_type: "DOMAIN",
      object_id: "domain_a",
      object_name: "a.example",
      type: "RENEWAL",
      subtype: "SUCCESS",
      event_data: { message: "a.example is renewed" }
    }))

const firstPage = { page: 1, page_size: 10 }

/** Contract of the storage of webhook endpoints. */
export const webhookEndpointStoreContract = <E>(
  name: string,
  storage: Layer.Layer<WebhookEndpointStore | EventStore | Transaction, E>
) =>
  layer(EventLog.layer.pipe(Layer.provideMerge(storage)))(`WebhookEndpointStore (${name})`, (it) => {
    it.effect("finds an endpoint as it was stored, for its organization only", () =>
      Effect.gen(function*() {
        const store = yield* WebhookEndpointStore
        const organization = yield* newOrganizationId
        const endpoint = yield* stored(organization, {
          description: "line\nline",
          object_types: ["DOMAIN", "CONTACT"],
          event_types: ["RENEWAL"],
          event_subtypes: ["FAILURE"],
          disabled_on: yield* Instant.now,
          disabled_reason: "gone",
          enabled: false
        })
        assert.deepStrictEqual(yield* read(organization, endpoint), endpoint)
        const stranger = yield* newOrganizationId
        assert.isTrue(Option.isNone(yield* store.find(stranger, endpoint.webhook_endpoint_id)))
        assert.isTrue(Option.isNone(yield* store.lock(stranger, endpoint.webhook_endpoint_id)))
        assert.strictEqual((yield* store.list(stranger, firstPage)).total, 0)
        assert.isFalse(yield* store.remove(stranger, endpoint.webhook_endpoint_id))
        assert.isTrue(yield* store.remove(organization, endpoint.webhook_endpoint_id))
        assert.isTrue(Option.isNone(yield* store.target(endpoint.webhook_endpoint_id)))
      }))

    it.effect("lists endpoints in pages, the oldest first, and the enabled ones", () =>
      Effect.gen(function*() {
        const store = yield* WebhookEndpointStore
        const organization = yield* newOrganizationId
        const made: Array<WebhookEndpoint> = []
        for (const enabled of [true, false, true]) {
          made.push(yield* stored(organization, { enabled }))
          yield* TestClock.adjust("1 second")
        }
        const page = yield* store.list(organization, { page: 1, page_size: 2 })
        assert.deepStrictEqual([page.total, page.items], [3, made.slice(0, 2)])
        assert.strictEqual(yield* store.count(organization), 3)
        assert.deepStrictEqual(yield* store.listEnabled(organization), made.filter(({ enabled }) => enabled))
      }))

    it.effect("makes a second creation in an organization wait for the first", () =>
      Effect.gen(function*() {
        const store = yield* WebhookEndpointStore
        const organization = yield* newOrganizationId
        const endpoint = yield* newEndpoint()
        const counted = yield* countedInTurn({
          lock: store.lockCreation(organization),
          count: store.count(organization),
          insert: store.insert(organization, endpoint, "plain.secret")
        })
        assert.deepStrictEqual(counted, [0, 1])
      }))

    it.effect("saves members and secrets separately", () =>
      Effect.gen(function*() {
        const store = yield* WebhookEndpointStore
        const organization = yield* newOrganizationId
        const endpoint = yield* stored(organization)
        const id = endpoint.webhook_endpoint_id
        const changed = { ...endpoint, url: "https://other.example/", enabled: false, object_types: ["HOST"] as const }
        yield* store.save(changed)
        assert.deepStrictEqual(yield* read(organization, endpoint), changed)
        assert.strictEqual(Option.getOrThrow(yield* store.target(id)).secret, "plain.secret")
        yield* store.saveSecrets(id, { secret: "plain.new", previous_secret: "plain.secret" })
        assert.deepStrictEqual(Option.getOrThrow(yield* store.target(id)), {
          ...changed,
          organization_id: organization,
          secret: "plain.new",
          previous_secret: "plain.secret"
        })
      }))

    it.effect("stores the start of failures and the number of failed deliveries until one succeeds", () =>
      Effect.gen(function*() {
        const store = yield* WebhookEndpointStore
        const organization = yield* newOrganizationId
        const endpoint = yield* stored(organization)
        const began = yield* Instant.now
        yield* store.failing(endpoint, began)
        yield* TestClock.adjust("1 hour")
        yield* store.failing(endpoint, yield* Instant.now)
        yield* store.countFailed(endpoint)
        const counted = Option.getOrThrow(yield* store.countFailed(endpoint))
        assert.deepStrictEqual([counted.failing_since, counted.failed_deliveries], [began, 2])
        yield* store.recovered(endpoint)
        assert.deepStrictEqual(yield* read(organization, endpoint), endpoint)
        assert.isTrue(Option.isNone(yield* store.countFailed(yield* newEndpoint())))
      }))

    it.effect("disables an endpoint once", () =>
      Effect.gen(function*() {
        const store = yield* WebhookEndpointStore
        const organization = yield* newOrganizationId
        const endpoint = yield* stored(organization)
        const at = yield* Instant.now
        assert.isTrue(yield* store.disable(endpoint, "failing", at))
        assert.isFalse(yield* store.disable(endpoint, "gone", at))
        const { disabled_on, disabled_reason, enabled } = yield* read(organization, endpoint)
        assert.deepStrictEqual([enabled, disabled_on, disabled_reason], [false, at, "failing"])
      }))

    it.effect("ignores outcomes of attempts with an earlier URL", () =>
      Effect.gen(function*() {
        const store = yield* WebhookEndpointStore
        const organization = yield* newOrganizationId
        const endpoint = yield* stored(organization)
        const earlier = { ...endpoint, url: "https://earlier.example/" }
        const at = yield* Instant.now
        yield* store.failing(earlier, at)
        assert.isTrue(Option.isNone(yield* store.countFailed(earlier)))
        assert.isFalse(yield* store.disable(earlier, "gone", at))
        assert.deepStrictEqual(yield* read(organization, endpoint), endpoint)
        yield* store.failing(endpoint, at)
        yield* store.recovered(earlier)
        assert.deepStrictEqual((yield* read(organization, endpoint)).failing_since, at)
      }))

    it.effect("finds the organizations with an enabled endpoint", () =>
      Effect.gen(function*() {
        const store = yield* WebhookEndpointStore
        const [disabled, enabled] = [yield* newOrganizationId, yield* newOrganizationId]
        yield* stored(disabled, { enabled: false })
        yield* stored(enabled)
        yield* stored(enabled)
        const audience = yield* store.audience
        assert.deepStrictEqual([audience.has(disabled), audience.has(enabled)], [false, true])
      }))

    it.effect("finds the events of a time range, filtered by kind, the oldest first", () =>
      Effect.gen(function*() {
        const events = yield* EventStore
        const organization = yield* newOrganizationId
        const since = yield* Instant.now
        const ids: Array<string> = []
        for (let hour = 0; hour < 4; hour++) {
          ids.push(yield* happened(organization))
          yield* TestClock.adjust("1 hour")
        }
        const until = yield* Instant.now
        const all = { object_types: [], event_types: [], event_subtypes: [] }
        const between = (kinds: Partial<WebhookEndpoint>, range: Partial<{ since: Instant.Instant }>, atMost = 10) =>
          Effect.map(
            events.listBetween(organization, { ...all, ...kinds }, { since, until, ...range }, atMost),
            (found) => found.map(({ event_id }) => event_id)
          )
        assert.deepStrictEqual(yield* between({}, {}), ids)
        assert.deepStrictEqual(yield* between({}, {}, 2), ids.slice(0, 2))
        assert.deepStrictEqual(yield* between({ object_types: ["DOMAIN"], event_types: ["RENEWAL"] }, {}), ids)
        assert.deepStrictEqual(yield* between({ event_subtypes: ["FAILURE"] }, {}), [])
        assert.deepStrictEqual(yield* between({}, { since: until }), [])
        const last = Option.getOrThrow(yield* events.find(organization, ids[3] as never)).created_on
        assert.deepStrictEqual(yield* between({}, { since: last }), ids.slice(3))
      }))
  })
