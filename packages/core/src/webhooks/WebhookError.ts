import { Schema } from "effect"
import { limits } from "../shared/index.ts"

export class WebhookEndpointNotFound extends Schema.TaggedError<WebhookEndpointNotFound>()("WebhookEndpointNotFound", {
  webhook_endpoint_id: Schema.String
}) {
  get code() {
    return "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND" as const
  }
  override get message() {
    return `No webhook endpoint ${this.webhook_endpoint_id}`
  }
}

/** The organization has as many endpoints as it may have. */
export class WebhookEndpointLimit extends Schema.TaggedError<WebhookEndpointLimit>()("WebhookEndpointLimit", {}) {
  get code() {
    return "ERROR_WEBHOOK_ENDPOINT_LIMIT" as const
  }
  override get message() {
    return `An organization has at most ${limits.webhookEndpoints} webhook endpoints`
  }
}

/** The endpoint is disabled, so nothing would be sent. */
export class WebhookEndpointDisabled extends Schema.TaggedError<WebhookEndpointDisabled>()("WebhookEndpointDisabled", {
  webhook_endpoint_id: Schema.String
}) {
  get code() {
    return "ERROR_WEBHOOK_ENDPOINT_DISABLED" as const
  }
  override get message() {
    return `The webhook endpoint ${this.webhook_endpoint_id} is disabled`
  }
}

export class WebhookDeliveryNotFound extends Schema.TaggedError<WebhookDeliveryNotFound>()("WebhookDeliveryNotFound", {
  webhook_delivery_id: Schema.String
}) {
  get code() {
    return "ERROR_WEBHOOK_DELIVERY_NOT_FOUND" as const
  }
  override get message() {
    return `No webhook delivery ${this.webhook_delivery_id}`
  }
}

/** The installation runs without a sender. */
export class WebhooksNotSent extends Schema.TaggedError<WebhooksNotSent>()("WebhooksNotSent", {}) {
  get code() {
    return "ERROR_SERVICE_UNAVAILABLE" as const
  }
  override get message() {
    return "This installation sends no webhooks"
  }
}
