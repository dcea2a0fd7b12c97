import { Schema } from "effect"
import { CodedError, limits } from "../shared/index.ts"

export class WebhookEndpointNotFound extends CodedError<WebhookEndpointNotFound>()("WebhookEndpointNotFound", {
  code: "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND",
  fields: { webhook_endpoint_id: Schema.String },
  message: ({ webhook_endpoint_id }) => `No webhook endpoint ${webhook_endpoint_id}`
}) {}

/** The organization has the maximum number of endpoints. */
export class WebhookEndpointLimit extends CodedError<WebhookEndpointLimit>()("WebhookEndpointLimit", {
  code: "ERROR_WEBHOOK_ENDPOINT_LIMIT",
  message: `An organization has at most ${limits.webhookEndpoints} webhook endpoints`
}) {}

/** The endpoint is disabled, so that a delivery would not be sent. */
export class WebhookEndpointDisabled extends CodedError<WebhookEndpointDisabled>()("WebhookEndpointDisabled", {
  code: "ERROR_WEBHOOK_ENDPOINT_DISABLED",
  fields: { webhook_endpoint_id: Schema.String },
  message: ({ webhook_endpoint_id }) => `The webhook endpoint ${webhook_endpoint_id} is disabled`
}) {}

export class WebhookDeliveryNotFound extends CodedError<WebhookDeliveryNotFound>()("WebhookDeliveryNotFound", {
  code: "ERROR_WEBHOOK_DELIVERY_NOT_FOUND",
  fields: { webhook_delivery_id: Schema.String },
  message: ({ webhook_delivery_id }) => `No webhook delivery ${webhook_delivery_id}`
}) {}

/** The installation has no webhook sender. */
export class WebhooksNotSent extends CodedError<WebhooksNotSent>()("WebhooksNotSent", {
  code: "ERROR_SERVICE_UNAVAILABLE",
  message: "This installation sends no webhooks"
}) {}
