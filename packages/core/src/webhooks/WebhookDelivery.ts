import { Schema } from "effect"
import { EventId } from "../events/index.ts"
import { Instant, TypeId } from "../shared/index.ts"
import { WebhookEndpointId } from "./WebhookEndpoint.ts"

export const WebhookDeliveryId = TypeId.schema("webhook_delivery").pipe(Schema.brand("WebhookDeliveryId"))
export type WebhookDeliveryId = typeof WebhookDeliveryId.Type
export const newWebhookDeliveryId = TypeId.generator("webhook_delivery", (text) => WebhookDeliveryId.make(text))

export const WebhookDeliveryStatus = Schema.Literals(["pending", "succeeded", "failed", "canceled"])
  .annotate({ identifier: "WebhookDeliveryStatus" })
export type WebhookDeliveryStatus = typeof WebhookDeliveryStatus.Type

/** Kind of failure of an attempt. `address_refused`: the address is not on the public internet. */
export const WebhookErrorKind = Schema.Literals([
  "http_status",
  "timeout",
  "dns",
  "address_refused",
  "connection",
  "tls",
  "protocol"
]).annotate({ identifier: "WebhookErrorKind" })
export type WebhookErrorKind = typeof WebhookErrorKind.Type

/** Result of the last attempt: a response or an error. */
const lastAttempt = {
  response_status: Schema.NullOr(Schema.Int),
  /** Milliseconds until the response was read. */
  duration: Schema.NullOr(Schema.Int),
  /** First 1,024 characters of the response body. */
  response_body: Schema.NullOr(Schema.String),
  error_kind: Schema.NullOr(WebhookErrorKind),
  /** Description of the error. */
  error_message: Schema.NullOr(Schema.String)
}

/** Delivery of one event to one endpoint, with the result of its last attempt. */
export const WebhookDelivery = Schema.Struct({
  webhook_delivery_id: WebhookDeliveryId,
  webhook_endpoint_id: WebhookEndpointId,
  /** Sent as the header `webhook-id`; the same in every attempt and replay. */
  event_id: EventId,
  /** Message type, such as `domain.registration.success`. */
  type: Schema.String,
  trigger: Schema.Literals(["event", "replay", "test"]),
  status: WebhookDeliveryStatus,
  attempts: Schema.Int,
  /** Null if no further attempt is planned. */
  next_attempt_on: Schema.NullOr(Instant.Instant),
  last_attempt_on: Schema.NullOr(Instant.Instant),
  ...lastAttempt,
  created_on: Instant.Instant
}).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

/** Delivery with the body of its request. */
export const WebhookDeliveryDetails = Schema.Struct({
  ...WebhookDelivery.fields,
  payload: Schema.Record(Schema.String, Schema.Unknown)
}).annotate({ identifier: "WebhookDeliveryDetails" })
export type WebhookDeliveryDetails = typeof WebhookDeliveryDetails.Type

/** Filter of the log of deliveries. */
export interface WebhookDeliveryFilter {
  readonly status?: WebhookDeliveryStatus | undefined
  readonly event_id?: EventId | undefined
}

/** Time range of the replayed events: `since` inclusive, `until` exclusive; `until` defaults to now. */
export const ReplayWebhookEvents = Schema.Struct({
  since: Instant.Instant,
  until: Schema.optionalKey(Schema.NullOr(Instant.Instant))
}).annotate({ identifier: "ReplayWebhookEvents" })
export type ReplayWebhookEvents = typeof ReplayWebhookEvents.Type

/** Number of deliveries that a replay has created. */
export const WebhookReplay = Schema.Struct({ deliveries: Schema.Int }).annotate({ identifier: "WebhookReplay" })
export type WebhookReplay = typeof WebhookReplay.Type
