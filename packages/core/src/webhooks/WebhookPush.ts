import { Effect, Layer } from "effect"
import { EventLog } from "../events/index.ts"
import { contentOf, newDelivery } from "./NewDelivery.ts"
import { WebhookAudience } from "./WebhookAudience.ts"
import { matches } from "./WebhookEndpoint.ts"
import { WebhookEndpointStore } from "./WebhookEndpointStore.ts"
import { WebhookQueue } from "./WebhookQueue.ts"

/**
 * Stores the deliveries of an event in the transaction that records it, so that neither a crash nor the order of
 * commits can lose a delivery.
 */
export const WebhookPush = Layer.effectDiscard(Effect.gen(function*() {
  const events = yield* EventLog
  const audience = yield* WebhookAudience
  const endpoints = yield* WebhookEndpointStore
  const queue = yield* WebhookQueue

  yield* events.subscribe(Effect.fnUntraced(function*(organization, event) {
    if (!(yield* audience.has(organization))) return
    const matching = (yield* endpoints.listEnabled(organization)).filter((endpoint) => matches(endpoint, event))
    if (matching.length === 0) return
    const content = yield* contentOf(event)
    const deliveries = yield* Effect.forEach(
      matching,
      ({ webhook_endpoint_id }) => newDelivery(organization, webhook_endpoint_id, "event", content)
    )
    yield* queue.add(deliveries)
  }))
}))
