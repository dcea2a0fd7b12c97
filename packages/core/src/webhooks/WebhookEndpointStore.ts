import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { DisabledReason, WebhookEndpoint, WebhookEndpointId } from "./WebhookEndpoint.ts"

/** Sealed secrets of an endpoint. */
export interface StoredSecrets {
  readonly secret: string
  readonly previous_secret: string | null
}

/** Endpoint with the secrets that sign its requests. */
export interface WebhookTarget extends WebhookEndpoint, StoredSecrets {
  readonly organization_id: OrganizationId
}

/**
 * Endpoint with the URL that was called. The outcome of an attempt changes nothing if the endpoint has another URL
 * meanwhile.
 */
export type CalledEndpoint = Pick<WebhookEndpoint, "webhook_endpoint_id" | "url">

/** Storage port of webhook endpoints. */
export class WebhookEndpointStore extends Context.Service<WebhookEndpointStore, {
  readonly insert: (organization: OrganizationId, endpoint: WebhookEndpoint, secret: string) => Effect.Effect<void>
  /** Makes other calls for the organization wait until the transaction ends, so that `count` remains valid. */
  readonly lockCreation: (organization: OrganizationId) => Effect.Effect<void>
  readonly count: (organization: OrganizationId) => Effect.Effect<number>
  readonly find: (
    organization: OrganizationId,
    id: WebhookEndpointId
  ) => Effect.Effect<Option.Option<WebhookEndpoint>>
  /** As `find`, and locks the endpoint until the transaction ends. */
  readonly lock: (organization: OrganizationId, id: WebhookEndpointId) => Effect.Effect<Option.Option<WebhookTarget>>
  /** Lists endpoints, the oldest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<WebhookEndpoint>>
  /** Organizations with an enabled endpoint. */
  readonly audience: Effect.Effect<ReadonlySet<OrganizationId>>
  readonly listEnabled: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<WebhookEndpoint>>
  /** Writes every member of an existing endpoint. */
  readonly save: (endpoint: WebhookEndpoint) => Effect.Effect<void>
  readonly saveSecrets: (id: WebhookEndpointId, secrets: StoredSecrets) => Effect.Effect<void>
  /** True if the organization had the endpoint. */
  readonly remove: (organization: OrganizationId, id: WebhookEndpointId) => Effect.Effect<boolean>
  /** Endpoint of a delivery. */
  readonly target: (id: WebhookEndpointId) => Effect.Effect<Option.Option<WebhookTarget>>
  /** Resets the failures after a successful attempt. */
  readonly recovered: (called: CalledEndpoint) => Effect.Effect<void>
  /** Stores the time of the first failed attempt. */
  readonly failing: (called: CalledEndpoint, since: Instant.Instant) => Effect.Effect<void>
  /** Counts a failed delivery. Returns the endpoint with the new count; none if it was removed or has another URL. */
  readonly countFailed: (called: CalledEndpoint) => Effect.Effect<Option.Option<WebhookEndpoint>>
  /** Disables the endpoint. True if it was enabled and has this URL. */
  readonly disable: (called: CalledEndpoint, reason: DisabledReason, at: Instant.Instant) => Effect.Effect<boolean>
}>()("@namewright/core/webhooks/WebhookEndpointStore") {}
