import { Schema } from "effect"
import { EventId } from "../events/index.ts"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  type Page
} from "../shared/index.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.ts"
import {
  ReplayWebhookEvents,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryId,
  WebhookDeliveryStatus,
  WebhookReplay
} from "./WebhookDelivery.ts"
import {
  CreateWebhookEndpoint,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointId,
  WebhookEndpointWithSecret
} from "./WebhookEndpoint.ts"
import { Webhooks } from "./Webhooks.ts"

/** The list of webhook endpoints. */
export const webhookList = listForm({ filter: {} })

/** Parameters of the list of deliveries. */
export const webhookDeliveryList = listForm({
  filter: { status: Schema.optionalKey(WebhookDeliveryStatus), event_id: Schema.optionalKey(EventId) }
})

export interface WebhookJson extends JsonOf<typeof WebhookEndpoint> {}
export interface WebhookWithSecretJson extends JsonOf<typeof WebhookEndpointWithSecret> {}
export interface WebhookReplayJson extends JsonOf<typeof WebhookReplay> {}
export interface WebhookDeliveryJson extends JsonOf<typeof WebhookDelivery> {}
export interface WebhookDeliveryDetailsJson extends JsonOf<typeof WebhookDeliveryDetails> {}
export interface CreateWebhookInput extends InputOf<typeof CreateWebhookEndpoint> {}
export interface UpdateWebhookInput extends InputOf<typeof UpdateWebhookEndpoint> {}
export interface RotateWebhookSecretInput extends InputOf<typeof RotateWebhookSecret> {}
export interface ReplayWebhookEventsInput extends InputOf<typeof ReplayWebhookEvents> {}
export interface WebhookDeliveryFilterInput extends InputOf<Schema.Struct<typeof webhookDeliveryList.filter>> {}

/** Webhook endpoints: addresses that events are sent to, signed as Standard Webhooks describes. */
export interface WebhookCalls {
  /**
   * Creates a webhook endpoint. The result contains its secret, which is not shown again.
   *
   * Rights: `events:manage`.
   *
   * @throws ERROR_SERVICE_UNAVAILABLE, ERROR_WEBHOOK_ENDPOINT_LIMIT
   *
   * @example
   * const { secret } = await caller.webhooks.create({ url: "https://example.com/hook" })
   */
  readonly create: (webhook: CreateWebhookInput, options?: CallOptions) => Promise<WebhookWithSecretJson>
  /**
   * Returns one page of the organization's webhook endpoints, oldest first.
   *
   * Rights: `events:read`.
   *
   * @example
   * const { items } = await caller.webhooks.page()
   */
  readonly page: (request?: ListRequest<{}>, options?: CallOptions) => Promise<Page<WebhookJson>>
  /**
   * Iterates over all webhook endpoints of the organization, oldest first.
   *
   * Rights: `events:read`.
   *
   * @example
   * for await (const { url } of caller.webhooks.all()) console.log(url)
   */
  readonly all: (filter?: {}, options?: AllOptions) => AsyncIterable<WebhookJson>
  /**
   * Returns a webhook endpoint.
   *
   * Rights: `events:read`.
   *
   * @throws ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * const { enabled } = await caller.webhooks.get(webhook_endpoint_id)
   */
  readonly get: (webhook_endpoint_id: string, options?: CallOptions) => Promise<WebhookJson>
  /**
   * Changes, enables or disables a webhook endpoint. Absent members are unchanged.
   *
   * Rights: `events:manage`.
   *
   * @throws ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * await caller.webhooks.update(webhook_endpoint_id, { enabled: false })
   */
  readonly update: (
    webhook_endpoint_id: string,
    changes: UpdateWebhookInput,
    options?: CallOptions
  ) => Promise<WebhookJson>
  /**
   * Deletes a webhook endpoint. Pending deliveries are not sent.
   *
   * Rights: `events:manage`.
   *
   * @throws ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * await caller.webhooks.remove(webhook_endpoint_id)
   */
  readonly remove: (webhook_endpoint_id: string, options?: CallOptions) => Promise<void>
  /**
   * Replaces the secret. The result contains the new one, which is not shown again; the old one stays valid for a while.
   *
   * Rights: `events:manage`.
   *
   * @throws ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * const { secret } = await caller.webhooks.rotateSecret(webhook_endpoint_id, {})
   */
  readonly rotateSecret: (
    webhook_endpoint_id: string,
    rotation: RotateWebhookSecretInput,
    options?: CallOptions
  ) => Promise<WebhookWithSecretJson>
  /**
   * Sends a test event.
   *
   * Rights: `events:manage`.
   *
   * @throws ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * const { webhook_delivery_id } = await caller.webhooks.test(webhook_endpoint_id)
   */
  readonly test: (webhook_endpoint_id: string, options?: CallOptions) => Promise<WebhookDeliveryJson>
  /**
   * Sends the events of a period once more.
   *
   * Rights: `events:manage`.
   *
   * @throws ERROR_WEBHOOK_ENDPOINT_DISABLED, ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * const { deliveries } = await caller.webhooks.replay(webhook_endpoint_id, { since: new Date(Date.now() - 3_600_000) })
   */
  readonly replay: (
    webhook_endpoint_id: string,
    period: ReplayWebhookEventsInput,
    options?: CallOptions
  ) => Promise<WebhookReplayJson>
}

/** Deliveries to webhook endpoints in the last 30 days. */
export interface WebhookDeliveryCalls {
  /**
   * Returns one page of the deliveries to an endpoint, newest first.
   *
   * Rights: `events:read`.
   *
   * @throws ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * const { items } = await caller.webhookDeliveries.page(webhook_endpoint_id, { filter: { status: "failed" } })
   */
  readonly page: (
    webhook_endpoint_id: string,
    request?: ListRequest<WebhookDeliveryFilterInput>,
    options?: CallOptions
  ) => Promise<Page<WebhookDeliveryJson>>
  /**
   * Iterates over all deliveries to an endpoint that match a filter, newest first.
   *
   * Rights: `events:read`.
   *
   * @throws ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * for await (const { type, status } of caller.webhookDeliveries.all(webhook_endpoint_id)) console.log(type, status)
   */
  readonly all: (
    webhook_endpoint_id: string,
    filter?: WebhookDeliveryFilterInput,
    options?: AllOptions
  ) => AsyncIterable<WebhookDeliveryJson>
  /**
   * Returns a delivery with the body that is sent.
   *
   * Rights: `events:read`.
   *
   * @throws ERROR_WEBHOOK_DELIVERY_NOT_FOUND, ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * const { payload } = await caller.webhookDeliveries.get(webhook_endpoint_id, webhook_delivery_id)
   */
  readonly get: (
    webhook_endpoint_id: string,
    webhook_delivery_id: string,
    options?: CallOptions
  ) => Promise<WebhookDeliveryDetailsJson>
  /**
   * Sends a delivery once more.
   *
   * Rights: `events:manage`.
   *
   * @throws ERROR_WEBHOOK_DELIVERY_NOT_FOUND, ERROR_WEBHOOK_ENDPOINT_DISABLED, ERROR_WEBHOOK_ENDPOINT_NOT_FOUND
   *
   * @example
   * await caller.webhookDeliveries.replay(webhook_endpoint_id, webhook_delivery_id)
   */
  readonly replay: (
    webhook_endpoint_id: string,
    webhook_delivery_id: string,
    options?: CallOptions
  ) => Promise<WebhookDeliveryJson>
}

const byId = inPath("webhook_endpoint_id", WebhookEndpointId)
const byDelivery = inPath("webhook_delivery_id", WebhookDeliveryId)

export const webhookCalls = {
  create: call(
    [inBody(CreateWebhookEndpoint)],
    WebhookEndpointWithSecret,
    (webhook) => Webhooks.use((webhooks) => webhooks.create(webhook))
  ),
  ...listCalls(
    [],
    webhookList,
    WebhookEndpoint,
    "webhook_endpoint_id",
    ({ page }) => Webhooks.use((webhooks) => webhooks.list(page))
  ),
  get: call([byId], WebhookEndpoint, (id) => Webhooks.use((webhooks) => webhooks.get(id))),
  update: call(
    [byId, inBody(UpdateWebhookEndpoint)],
    WebhookEndpoint,
    (id, changes) => Webhooks.use((webhooks) => webhooks.update(id, changes))
  ),
  remove: call([byId], Schema.Void, (id) => Webhooks.use((webhooks) => webhooks.remove(id))),
  rotateSecret: call(
    [byId, inBody(RotateWebhookSecret)],
    WebhookEndpointWithSecret,
    (id, rotation) => Webhooks.use((webhooks) => webhooks.rotateSecret(id, rotation))
  ),
  test: call([byId], WebhookDelivery, (id) => WebhookDeliveries.use((deliveries) => deliveries.test(id))),
  replay: call(
    [byId, inBody(ReplayWebhookEvents)],
    WebhookReplay,
    (id, period) => WebhookDeliveries.use((deliveries) => deliveries.replayEvents(id, period))
  )
} satisfies CallsFor<WebhookCalls>

export const webhookDeliveryCalls = {
  ...listCalls(
    [byId],
    webhookDeliveryList,
    WebhookDelivery,
    "webhook_delivery_id",
    ({ filter, page }, id) => WebhookDeliveries.use((deliveries) => deliveries.list(id, filter, page))
  ),
  get: call(
    [byId, byDelivery],
    WebhookDeliveryDetails,
    (id, delivery) => WebhookDeliveries.use((deliveries) => deliveries.get(id, delivery))
  ),
  replay: call(
    [byId, byDelivery],
    WebhookDelivery,
    (id, delivery) => WebhookDeliveries.use((deliveries) => deliveries.replay(id, delivery))
  )
} satisfies CallsFor<WebhookDeliveryCalls>
