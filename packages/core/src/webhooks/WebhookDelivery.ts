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

/** What an attempt failed of. `address_refused` is an address that is not of the public internet. */
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

/** What an attempt came to: an answer, or what went wrong in its place. */
const lastAttempt = {
  response_status: Schema.NullOr(Schema.Int),
  /** Milliseconds until the answer was read. */
  duration: Schema.NullOr(Schema.Int),
  /** The first 1,024 characters of the answer's text. */
  response_body: Schema.NullOr(Schema.String),
  error_kind: Schema.NullOr(WebhookErrorKind),
  /** The error in words. */
  error_message: Schema.NullOr(Schema.String)
}

/** One event on its way to one endpoint, with what became of its last attempt. */
export const WebhookDelivery = Schema.Struct({
  webhook_delivery_id: WebhookDeliveryId,
  webhook_endpoint_id: WebhookEndpointId,
  /** Also the header `webhook-id`: the same in every attempt and every replay. */
  event_id: EventId,
  /** As the receiver reads it: `domain.registration.success`. */
  type: Schema.String,
  trigger: Schema.Literals(["event", "replay", "test"]),
  status: WebhookDeliveryStatus,
  attempts: Schema.Int,
  /** Null once nothing more is sent. */
  next_attempt_on: Schema.NullOr(Instant.Instant),
  last_attempt_on: Schema.NullOr(Instant.Instant),
  ...lastAttempt,
  created_on: Instant.Instant
}).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

/** A delivery with the body that is sent. */
export const WebhookDeliveryDetails = Schema.Struct({
  ...WebhookDelivery.fields,
  payload: Schema.Record(Schema.String, Schema.Unknown)
}).annotate({ identifier: "WebhookDeliveryDetails" })
export type WebhookDeliveryDetails = typeof WebhookDeliveryDetails.Type

/** Which deliveries a log shows. */
export interface WebhookDeliveryFilter {
  readonly status?: WebhookDeliveryStatus | undefined
  readonly event_id?: EventId | undefined
}

/** Which events are sent once more: those recorded at `since` or later and before `until`, which is now when absent. */
export const ReplayWebhookEvents = Schema.Struct({
  since: Instant.Instant,
  until: Schema.optionalKey(Schema.NullOr(Instant.Instant))
}).annotate({ identifier: "ReplayWebhookEvents" })
export type ReplayWebhookEvents = typeof ReplayWebhookEvents.Type

/** How many deliveries a replay has made. */
export const WebhookReplay = Schema.Struct({ deliveries: Schema.Int }).annotate({ identifier: "WebhookReplay" })
export type WebhookReplay = typeof WebhookReplay.Type
