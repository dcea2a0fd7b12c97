import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { WebhookDelivery, WebhookDeliveryFilter, WebhookDeliveryId } from "./WebhookDelivery.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"

/** Stored delivery with the body of its request. */
export interface StoredDelivery extends WebhookDelivery {
  readonly organization_id: OrganizationId
  /** Object of the event; deliveries of one object to one endpoint keep their order. */
  readonly object_id: string
  /** Body of the request, in JSON. */
  readonly payload: string
}

/** Storage port of webhook deliveries. */
export class WebhookDeliveryStore extends Context.Service<WebhookDeliveryStore, {
  readonly insert: (deliveries: ReadonlyArray<StoredDelivery>) => Effect.Effect<void>
  readonly find: (id: WebhookDeliveryId) => Effect.Effect<Option.Option<StoredDelivery>>
  /** Lists deliveries, the newest first. */
  readonly list: (
    endpoint: WebhookEndpointId,
    filter: WebhookDeliveryFilter,
    page: PageRequest
  ) => Effect.Effect<Page<WebhookDelivery>>
  /** Stores the result of an attempt. False, without a change, unless the delivery is pending with one attempt less. */
  readonly recordAttempt: (delivery: WebhookDelivery) => Effect.Effect<boolean>
  /** Cancels a delivery if it is pending. */
  readonly cancel: (id: WebhookDeliveryId) => Effect.Effect<void>
  /** Removes at most `atMost` deliveries created before an instant. Returns the number removed. */
  readonly removeBefore: (before: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/webhooks/WebhookDeliveryStore") {}
