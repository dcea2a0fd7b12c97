import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { WebhookDelivery, WebhookDeliveryFilter, WebhookDeliveryId } from "./WebhookDelivery.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"

/** A delivery with what is sent. */
export interface StoredDelivery extends WebhookDelivery {
  readonly organization_id: OrganizationId
  /** The id of the object that the event is about; deliveries of one object to one endpoint keep their order. */
  readonly object_id: string
  /** The body of the request. */
  readonly payload: string
}

/** Storage port. Only failures a caller can act on are typed; driver failures are defects. */
export class WebhookDeliveryStore extends Context.Service<WebhookDeliveryStore, {
  readonly insert: (deliveries: ReadonlyArray<StoredDelivery>) => Effect.Effect<void>
  readonly find: (id: WebhookDeliveryId) => Effect.Effect<Option.Option<StoredDelivery>>
  /** The newest first. */
  readonly list: (
    endpoint: WebhookEndpointId,
    filter: WebhookDeliveryFilter,
    page: PageRequest
  ) => Effect.Effect<Page<WebhookDelivery>>
  /** Writes what became of an attempt, if the delivery is still pending with one attempt less. */
  readonly settle: (delivery: WebhookDelivery) => Effect.Effect<boolean>
  /** Nothing is sent any more of a delivery that is pending. */
  readonly cancel: (id: WebhookDeliveryId) => Effect.Effect<void>
  /** Removes at most so many deliveries made before; answers how many. */
  readonly removeBefore: (before: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/webhooks/WebhookDeliveryStore") {}
