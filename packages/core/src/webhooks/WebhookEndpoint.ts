import { Schema } from "effect"
import { type Event, type EventKinds, EventObjectType, EventSubtype, EventType } from "../events/index.ts"
import { Instant, limits, optional, Text, TypeId } from "../shared/index.ts"

export const WebhookEndpointId = TypeId.schema("webhook_endpoint").pipe(Schema.brand("WebhookEndpointId"))
export type WebhookEndpointId = typeof WebhookEndpointId.Type
export const newWebhookEndpointId = TypeId.generator("webhook_endpoint", (text) => WebhookEndpointId.make(text))

/** Reason why an endpoint is disabled: by its owner, by a response of 410, or after days of failures. */
export const DisabledReason = Schema.Literals(["requested", "gone", "failing"])
  .annotate({ identifier: "WebhookDisabledReason" })
export type DisabledReason = typeof DisabledReason.Type

/** Filters of the events of an endpoint, combined with AND. An empty list matches every event. */
const filters = {
  object_types: Schema.Array(EventObjectType),
  event_types: Schema.Array(EventType),
  event_subtypes: Schema.Array(EventSubtype)
}

/** Webhook endpoint of an organization. The interface is not part of the REST specification. */
export const WebhookEndpoint = Schema.Struct({
  webhook_endpoint_id: WebhookEndpointId,
  url: Schema.String,
  description: Schema.NullOr(Schema.String),
  ...filters,
  enabled: Schema.Boolean,
  disabled_on: Schema.NullOr(Instant.Instant),
  disabled_reason: Schema.NullOr(DisabledReason),
  /** Time of the first failed attempt since the last successful one. */
  failing_since: Schema.NullOr(Instant.Instant),
  /** Failed deliveries since the last successful attempt. */
  failed_deliveries: Schema.Int,
  /** Time until which requests are also signed with the previous secret. */
  previous_secret_expires_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "WebhookEndpoint" })
export type WebhookEndpoint = typeof WebhookEndpoint.Type

/** Endpoint with its secret. The secret is shown only once, when it is generated. */
export const WebhookEndpointWithSecret = Schema.Struct({
  ...WebhookEndpoint.fields,
  /** `whsec_`, then the signature key in base64. */
  secret: Schema.RedactedFromValue(Schema.String, { label: "webhook_secret" })
}).annotate({ identifier: "WebhookEndpointWithSecret" })
export type WebhookEndpointWithSecret = typeof WebhookEndpointWithSecret.Type

const WebhookUrl = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.webhookUrl))

const Description = Schema.String.check(Schema.isMaxLength(limits.webhookDescription), Text.multiLine)

const atMost = Schema.isMaxLength(limits.webhookFilter)

const requestedFilters = {
  object_types: optional(filters.object_types.check(atMost)),
  event_types: optional(filters.event_types.check(atMost)),
  event_subtypes: optional(filters.event_subtypes.check(atMost))
}

/** Request to create an endpoint. Defaults: enabled, every event. */
export const CreateWebhookEndpoint = Schema.Struct({
  url: WebhookUrl,
  description: optional(Description),
  ...requestedFilters,
  enabled: optional(Schema.Boolean)
}).annotate({ identifier: "CreateWebhookEndpoint" })
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

/**
 * Merge patch of an endpoint: absent members, and null for `url` or `enabled`, are unchanged. Null removes a filter or
 * the description. Enabling a disabled endpoint, and another URL, reset its failures.
 */
export const UpdateWebhookEndpoint = Schema.Struct({
  url: optional(WebhookUrl),
  description: optional(Description),
  ...requestedFilters,
  enabled: optional(Schema.Boolean)
}).annotate({ identifier: "UpdateWebhookEndpoint" })
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

/** Request to replace the secret. Requests are also signed with the previous secret for `previous_valid_hours`. */
export const RotateWebhookSecret = Schema.Struct({
  /** Default: 24. */
  previous_valid_hours: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.webhookSecretOverlapHours }))
  )
}).annotate({ identifier: "RotateWebhookSecret" })
export type RotateWebhookSecret = typeof RotateWebhookSecret.Type

/** True if an event matches the filters of an endpoint. */
export const matches = (
  { event_subtypes, event_types, object_types }: EventKinds,
  { object_type, subtype, type }: Pick<Event, "object_type" | "type" | "subtype">
): boolean => has(object_types, object_type) && has(event_types, type) && has(event_subtypes, subtype)

const has = <A>(list: ReadonlyArray<A>, value: A | null): boolean =>
  list.length === 0 || (value !== null && list.includes(value))
