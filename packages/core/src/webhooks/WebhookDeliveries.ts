import { Context, Effect, Layer, Option, Struct } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { type Event, EventStore, newEventId } from "../events/index.ts"
import {
  type CurrentActor,
  inputIssue,
  Instant,
  InvalidInput,
  limits,
  type OrganizationId,
  type Page,
  type PageRequest,
  Transaction
} from "../shared/index.ts"
import { contentOf, newDelivery } from "./NewDelivery.ts"
import type {
  ReplayWebhookEvents,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryFilter,
  WebhookDeliveryId,
  WebhookReplay
} from "./WebhookDelivery.ts"
import { type StoredDelivery, WebhookDeliveryStore } from "./WebhookDeliveryStore.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"
import { WebhookEndpointStore } from "./WebhookEndpointStore.ts"
import { WebhookDeliveryNotFound, WebhookEndpointDisabled, WebhookEndpointNotFound } from "./WebhookError.ts"
import { testType } from "./WebhookMessage.ts"
import { WebhookQueue } from "./WebhookQueue.ts"

type NotFound = AuthorizationError | WebhookEndpointNotFound

/** Log and replay of webhook deliveries. The interface is not part of the REST specification. */
export class WebhookDeliveries extends Context.Service<WebhookDeliveries, {
  /** Deliveries of the last 30 days, the newest first. */
  readonly list: (
    endpoint: WebhookEndpointId,
    filter: WebhookDeliveryFilter,
    page: PageRequest
  ) => Effect.Effect<Page<WebhookDelivery>, NotFound, CurrentActor>
  readonly get: (
    endpoint: WebhookEndpointId,
    id: WebhookDeliveryId
  ) => Effect.Effect<WebhookDeliveryDetails, NotFound | WebhookDeliveryNotFound, CurrentActor>
  /** Sends a test event, even to a disabled endpoint. */
  readonly test: (endpoint: WebhookEndpointId) => Effect.Effect<WebhookDelivery, NotFound, CurrentActor>
  /** Sends the content of a delivery again, as a new delivery. */
  readonly replay: (
    endpoint: WebhookEndpointId,
    id: WebhookDeliveryId
  ) => Effect.Effect<WebhookDelivery, NotFound | WebhookDeliveryNotFound | WebhookEndpointDisabled, CurrentActor>
  /** Sends the events of a time range that match the endpoint's filters, the oldest first. */
  readonly replayEvents: (
    endpoint: WebhookEndpointId,
    range: ReplayWebhookEvents
  ) => Effect.Effect<WebhookReplay, NotFound | WebhookEndpointDisabled | InvalidInput, CurrentActor>
}>()("@namewright/core/webhooks/WebhookDeliveries") {
  static readonly layer = Layer.effect(
    WebhookDeliveries,
    Effect.gen(function*() {
      const endpoints = yield* WebhookEndpointStore
      const deliveries = yield* WebhookDeliveryStore
      const events = yield* EventStore
      const queue = yield* WebhookQueue
      const transaction = yield* Transaction

      const endpointOf = Effect.fnUntraced(function*(
        organization: OrganizationId,
        webhook_endpoint_id: WebhookEndpointId
      ) {
        const found = yield* endpoints.find(organization, webhook_endpoint_id)
        return Option.isSome(found) ? found.value : yield* new WebhookEndpointNotFound({ webhook_endpoint_id })
      })

      const enabledOf = Effect.fnUntraced(function*(organization: OrganizationId, id: WebhookEndpointId) {
        const endpoint = yield* endpointOf(organization, id)
        return endpoint.enabled ? endpoint : yield* new WebhookEndpointDisabled({ webhook_endpoint_id: id })
      })

      const deliveryOf = Effect.fnUntraced(function*(
        endpoint: WebhookEndpointId,
        webhook_delivery_id: WebhookDeliveryId
      ) {
        const found = yield* deliveries.find(webhook_delivery_id)
        return Option.isSome(found) && found.value.webhook_endpoint_id === endpoint
          ? found.value
          : yield* new WebhookDeliveryNotFound({ webhook_delivery_id })
      })

      const list: WebhookDeliveries["Service"]["list"] = Effect.fn("WebhookDeliveries.list")(
        function*(endpoint, filter, page) {
          const { organization_id } = yield* authorize("events:read")
          yield* endpointOf(organization_id, endpoint)
          return yield* deliveries.list(endpoint, filter, page)
        }
      )

      const get: WebhookDeliveries["Service"]["get"] = Effect.fn("WebhookDeliveries.get")(function*(endpoint, id) {
        const { organization_id } = yield* authorize("events:read")
        yield* endpointOf(organization_id, endpoint)
        const stored = yield* deliveryOf(endpoint, id)
        return { ...shown(stored), payload: JSON.parse(stored.payload) }
      })

      const test = Effect.fn("WebhookDeliveries.test")(function*(endpoint: WebhookEndpointId) {
        const { organization_id } = yield* authorize("events:manage")
        yield* endpointOf(organization_id, endpoint)
        const content = yield* contentOf(yield* testEvent(organization_id), testType)
        const delivery = yield* newDelivery(organization_id, endpoint, "test", content)
        yield* transaction.atomically(queue.add([delivery]))
        return shown(delivery)
      })

      const replay: WebhookDeliveries["Service"]["replay"] = Effect.fn("WebhookDeliveries.replay")(
        function*(endpoint, id) {
          const { organization_id } = yield* authorize("events:manage")
          yield* enabledOf(organization_id, endpoint)
          const delivery = yield* newDelivery(organization_id, endpoint, "replay", yield* deliveryOf(endpoint, id))
          yield* transaction.atomically(queue.add([delivery]))
          return shown(delivery)
        }
      )

      const replayEvents: WebhookDeliveries["Service"]["replayEvents"] = Effect.fn("WebhookDeliveries.replayEvents")(
        function*(id, { since, until }) {
          const { organization_id } = yield* authorize("events:manage")
          const endpoint = yield* enabledOf(organization_id, id)
          const range = { since, until: until ?? (yield* Instant.now) }
          if (Instant.hasPassed(range.until, since)) {
            return yield* refused("until", "Expected a time after since", until)
          }
          const found = yield* events.listBetween(organization_id, endpoint, range, limits.webhookReplayEvents + 1)
          if (found.length > limits.webhookReplayEvents) {
            return yield* refused(
              "since",
              `Expected a time range of at most ${limits.webhookReplayEvents} events`,
              since
            )
          }
          const replayed = yield* Effect.forEach(
            found,
            (event) =>
              Effect.flatMap(contentOf(event), (content) => newDelivery(organization_id, id, "replay", content))
          )
          if (replayed.length > 0) yield* transaction.atomically(queue.add(replayed))
          return { deliveries: replayed.length }
        }
      )

      return WebhookDeliveries.of({ list, get, test, replay, replayEvents })
    })
  )
}

const shown = (delivery: StoredDelivery): WebhookDelivery =>
  Struct.omit(delivery, ["organization_id", "object_id", "payload"])

const refused = (field: string, message: string, input: Instant.Instant | null | undefined) =>
  new InvalidInput({
    issues: [inputIssue(["body", field], "value_error", message, input ? Instant.format(input) : null)]
  })

/** Test event, which is not stored. */
const testEvent = Effect.fnUntraced(function*(organization: OrganizationId): Effect.fn.Return<Event> {
  return {
    event_id: yield* newEventId,
    object_type: "ACCOUNT",
    object_id: organization,
    type: null,
    subtype: null,
    event_data: { version: "1.0", message: "This is a test of a webhook endpoint" },
    created_on: yield* Instant.now,
    acknowledged_on: null
  }
})
