import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { DisabledReason, WebhookEndpoint, WebhookEndpointId } from "./WebhookEndpoint.ts"

/** The secrets of an endpoint as they are stored. */
export interface StoredSecrets {
  readonly secret: string
  readonly previous_secret: string | null
}

/** An endpoint with all that a request to it takes. */
export interface WebhookTarget extends WebhookEndpoint, StoredSecrets {
  readonly organization_id: OrganizationId
}

/** Storage port. Only failures a caller can act on are typed; driver failures are defects. */
export class WebhookEndpointStore extends Context.Service<WebhookEndpointStore, {
  readonly insert: (organization: OrganizationId, endpoint: WebhookEndpoint, secret: string) => Effect.Effect<void>
  readonly count: (organization: OrganizationId) => Effect.Effect<number>
  readonly find: (
    organization: OrganizationId,
    id: WebhookEndpointId
  ) => Effect.Effect<Option.Option<WebhookEndpoint>>
  /** As `find`; other transactions that change the endpoint wait until this one ends. */
  readonly lock: (organization: OrganizationId, id: WebhookEndpointId) => Effect.Effect<Option.Option<WebhookTarget>>
  /** The oldest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<WebhookEndpoint>>
  /** The organizations that have an endpoint that gets events. */
  readonly audience: Effect.Effect<ReadonlySet<OrganizationId>>
  /** Those that get events. */
  readonly listEnabled: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<WebhookEndpoint>>
  /** Writes every member of an endpoint that exists. */
  readonly save: (endpoint: WebhookEndpoint) => Effect.Effect<void>
  readonly saveSecrets: (id: WebhookEndpointId, secrets: StoredSecrets) => Effect.Effect<void>
  /** True if the organization had the endpoint. */
  readonly remove: (organization: OrganizationId, id: WebhookEndpointId) => Effect.Effect<boolean>
  /** Whom a delivery goes to. */
  readonly target: (id: WebhookEndpointId) => Effect.Effect<Option.Option<WebhookTarget>>
  /** An attempt succeeded: what failed before is forgotten. */
  readonly recovered: (id: WebhookEndpointId) => Effect.Effect<void>
  /** An attempt failed. */
  readonly failing: (id: WebhookEndpointId, since: Instant.Instant) => Effect.Effect<void>
  /** A delivery was given up; answers the endpoint with the new count. */
  readonly countFailed: (id: WebhookEndpointId) => Effect.Effect<Option.Option<WebhookEndpoint>>
  /** True if it was enabled. */
  readonly disable: (id: WebhookEndpointId, reason: DisabledReason, at: Instant.Instant) => Effect.Effect<boolean>
}>()("@namewright/core/webhooks/WebhookEndpointStore") {}
