import { Effect } from "effect"
import type { Event } from "../events/index.ts"
import { Instant, type OrganizationId } from "../shared/index.ts"
import { newWebhookDeliveryId, type WebhookDelivery } from "./WebhookDelivery.ts"
import type { StoredDelivery } from "./WebhookDeliveryStore.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"
import { messageBody, messageType } from "./WebhookMessage.ts"

/** Content of a delivery. */
export type DeliveryContent = Pick<StoredDelivery, "event_id" | "object_id" | "type" | "payload">

export const contentOf = (event: Event, type: string = messageType(event)): Effect.Effect<DeliveryContent> =>
  Effect.map(messageBody(type, event), (payload) => ({
    event_id: event.event_id,
    object_id: event.object_id ?? event.event_id,
    type,
    payload
  }))

/** Creates a pending delivery. */
export const newDelivery = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  webhook_endpoint_id: WebhookEndpointId,
  trigger: WebhookDelivery["trigger"],
  { event_id, object_id, payload, type }: DeliveryContent
): Effect.fn.Return<StoredDelivery> {
  const now = yield* Instant.now
  return {
    webhook_delivery_id: yield* newWebhookDeliveryId,
    organization_id,
    webhook_endpoint_id,
    event_id,
    object_id,
    type,
    trigger,
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
    payload
  }
})
