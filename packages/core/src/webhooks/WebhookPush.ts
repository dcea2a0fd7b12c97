import { Effect, Layer } from "effect"
import { EventLog } from "../events/index.ts"
import { contentOf, newDelivery } from "./NewDelivery.ts"
import { WebhookAudience } from "./WebhookAudience.ts"
import { wants } from "./WebhookEndpoint.ts"
import { WebhookEndpointStore } from "./WebhookEndpointStore.ts"
import { WebhookQueue } from "./WebhookQueue.ts"

/**
 * Turns events into deliveries, in the transaction that records them: either both are stored or neither, so no crash
 * and no order of commits can lose one.
 */
export const WebhookPush = Layer.effectDiscard(Effect.gen(function*() {
  const events = yield* EventLog
  const audience = yield* WebhookAudience
  const endpoints = yield* WebhookEndpointStore
  const queue = yield* WebhookQueue

  yield* events.subscribe(Effect.fnUntraced(function*(organization, event) {
    if (!(yield* audience.has(organization))) return
    const wanted = (yield* endpoints.listEnabled(organization)).filter((endpoint) => wants(endpoint, event))
    if (wanted.length === 0) return
    const content = yield* contentOf(event)
    const deliveries = yield* Effect.forEach(
      wanted,
      ({ webhook_endpoint_id }) => newDelivery(organization, webhook_endpoint_id, "event", content)
    )
    yield* queue.add(deliveries)
  }))
}))
