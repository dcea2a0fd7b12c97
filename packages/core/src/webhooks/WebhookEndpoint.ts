import { Schema } from "effect"
import { type Event, type EventKinds, EventObjectType, EventSubtype, EventType } from "../events/index.ts"
import { Instant, limits, optional, Text, TypeId } from "../shared/index.ts"

export const WebhookEndpointId = TypeId.schema("webhook_endpoint").pipe(Schema.brand("WebhookEndpointId"))
export type WebhookEndpointId = typeof WebhookEndpointId.Type
export const newWebhookEndpointId = TypeId.generator("webhook_endpoint", (text) => WebhookEndpointId.make(text))

/** Why an endpoint gets nothing: its owner said so, it answered 410, or it failed for days. */
export const DisabledReason = Schema.Literals(["requested", "gone", "failing"])
  .annotate({ identifier: "WebhookDisabledReason" })
export type DisabledReason = typeof DisabledReason.Type

/** Which events an endpoint gets: those that every list has, where an empty list has them all. */
const filters = {
  object_types: Schema.Array(EventObjectType),
  event_types: Schema.Array(EventType),
  event_subtypes: Schema.Array(EventSubtype)
}

/** An address of an organization to which its events are sent. The interface is the platform's own. */
export const WebhookEndpoint = Schema.Struct({
  webhook_endpoint_id: WebhookEndpointId,
  url: Schema.String,
  description: Schema.NullOr(Schema.String),
  ...filters,
  enabled: Schema.Boolean,
  disabled_on: Schema.NullOr(Instant.Instant),
  disabled_reason: Schema.NullOr(DisabledReason),
  /** When an attempt failed after which none has succeeded. */
  failing_since: Schema.NullOr(Instant.Instant),
  /** Deliveries given up since an attempt succeeded. */
  failed_deliveries: Schema.Int,
  /** Until when requests are signed with the secret before the present one as well. */
  previous_secret_expires_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "WebhookEndpoint" })
export type WebhookEndpoint = typeof WebhookEndpoint.Type

/** An endpoint with its secret, as it is shown when the secret is made and never again. */
export const WebhookEndpointWithSecret = Schema.Struct({
  ...WebhookEndpoint.fields,
  /** `whsec_` and the key of the signatures in base64. */
  secret: Schema.RedactedFromValue(Schema.String, { label: "webhook_secret" })
}).annotate({ identifier: "WebhookEndpointWithSecret" })
export type WebhookEndpointWithSecret = typeof WebhookEndpointWithSecret.Type

const WebhookUrl = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.webhookUrl))

const Description = Schema.String.check(Schema.isMaxLength(limits.webhookDescription), Text.multiLine)

const requestedFilters = {
  object_types: optional(filters.object_types),
  event_types: optional(filters.event_types),
  event_subtypes: optional(filters.event_subtypes)
}

/** An endpoint to be made. It is enabled and gets every event unless told otherwise. */
export const CreateWebhookEndpoint = Schema.Struct({
  url: WebhookUrl,
  description: optional(Description),
  ...requestedFilters,
  enabled: optional(Schema.Boolean)
}).annotate({ identifier: "CreateWebhookEndpoint" })
export type CreateWebhookEndpoint = typeof CreateWebhookEndpoint.Type

/**
 * What changes about an endpoint. An absent member stays, as does a `url` or `enabled` of null; a filter of null has
 * everything again, a `description` of null goes. Enabling one that was disabled forgets its failures.
 */
export const UpdateWebhookEndpoint = Schema.Struct({
  url: optional(WebhookUrl),
  description: optional(Description),
  ...requestedFilters,
  enabled: optional(Schema.Boolean)
}).annotate({ identifier: "UpdateWebhookEndpoint" })
export type UpdateWebhookEndpoint = typeof UpdateWebhookEndpoint.Type

/** For how long the secret that is replaced goes on signing, in hours; 24 unless told otherwise. */
export const RotateWebhookSecret = Schema.Struct({
  previous_valid_hours: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.webhookSecretOverlapHours }))
  )
}).annotate({ identifier: "RotateWebhookSecret" })
export type RotateWebhookSecret = typeof RotateWebhookSecret.Type

/** Whether an endpoint gets an event. */
export const wants = (
  { event_subtypes, event_types, object_types }: EventKinds,
  { object_type, subtype, type }: Pick<Event, "object_type" | "type" | "subtype">
): boolean => has(object_types, object_type) && has(event_types, type) && has(event_subtypes, subtype)

const has = <A>(list: ReadonlyArray<A>, value: A | null): boolean =>
  list.length === 0 || (value !== null && list.includes(value))
