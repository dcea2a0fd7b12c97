import { Instant } from "@namewright/core/shared"
import { newWebhookEndpointId, type WebhookEndpoint } from "@namewright/core/webhooks"
import { Effect } from "effect"

/** Endpoint for every event. */
export const newEndpoint = Effect.fnUntraced(function*(
  members: Partial<WebhookEndpoint> = {}
): Effect.fn.Return<WebhookEndpoint> {
  const now = yield* Instant.now
  return {
    webhook_endpoint_id: yield* newWebhookEndpointId,
    url: "https://receiver.example/hook",
    description: null,
    object_types: [],
    event_types: [],
    event_subtypes: [],
    enabled: true,
    disabled_on: null,
    disabled_reason: null,
    failing_since: null,
    failed_deliveries: 0,
    previous_secret_expires_on: null,
    created_on: now,
    updated_on: now,
    ...members
  }
})
