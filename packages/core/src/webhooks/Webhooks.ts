import { Context, DateTime, Effect, Layer, Option, Result, Struct } from "effect"
import { type AuthorizationError, authorize, SealedSecrets } from "../access/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type CurrentActor,
  inputIssue,
  Instant,
  InvalidInput,
  limits,
  type OrganizationId,
  type Page,
  type PageRequest,
  PlatformSettings,
  Text,
  Transaction
} from "../shared/index.ts"
import { WebhookAudience } from "./WebhookAudience.ts"
import {
  type CreateWebhookEndpoint,
  newWebhookEndpointId,
  type RotateWebhookSecret,
  type UpdateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointId,
  type WebhookEndpointWithSecret
} from "./WebhookEndpoint.ts"
import { WebhookEndpointStore, type WebhookTarget } from "./WebhookEndpointStore.ts"
import { WebhookEndpointLimit, WebhookEndpointNotFound, WebhooksNotSent } from "./WebhookError.ts"
import * as WebhookSecret from "./WebhookSecret.ts"
import { WebhookSender } from "./WebhookSender.ts"
import { webhookUrl } from "./WebhookUrl.ts"

/** Default overlap of the previous secret, in hours. */
const overlapHours = 24

/** Webhook endpoints of an organization. The interface is not part of the REST specification. */
export class Webhooks extends Context.Service<Webhooks, {
  /** Creates an endpoint. Only this result contains its secret. */
  readonly create: (
    input: CreateWebhookEndpoint
  ) => Effect.Effect<
    WebhookEndpointWithSecret,
    AuthorizationError | InvalidInput | WebhookEndpointLimit | WebhooksNotSent,
    CurrentActor
  >
  /** Lists endpoints, the oldest first. */
  readonly list: (page: PageRequest) => Effect.Effect<Page<WebhookEndpoint>, AuthorizationError, CurrentActor>
  readonly get: (
    id: WebhookEndpointId
  ) => Effect.Effect<WebhookEndpoint, AuthorizationError | WebhookEndpointNotFound, CurrentActor>
  readonly update: (
    id: WebhookEndpointId,
    input: UpdateWebhookEndpoint
  ) => Effect.Effect<WebhookEndpoint, AuthorizationError | InvalidInput | WebhookEndpointNotFound, CurrentActor>
  /**
   * Removes an endpoint. Pending deliveries are not sent. Its log is not shown any more, and is removed after 30 days as
   * every other.
   */
  readonly remove: (
    id: WebhookEndpointId
  ) => Effect.Effect<void, AuthorizationError | WebhookEndpointNotFound, CurrentActor>
  /** Replaces the secret. Until the overlap ends, requests are also signed with the previous secret. */
  readonly rotateSecret: (
    id: WebhookEndpointId,
    input: RotateWebhookSecret
  ) => Effect.Effect<WebhookEndpointWithSecret, AuthorizationError | WebhookEndpointNotFound, CurrentActor>
}>()("@namewright/core/webhooks/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function*() {
      const store = yield* WebhookEndpointStore
      const audience = yield* WebhookAudience
      const transaction = yield* Transaction
      const sealed = yield* SealedSecrets
      const log = yield* makeObjectLog
      const { sends } = yield* WebhookSender
      const { environment, webhook_loopback } = yield* PlatformSettings

      const accepted = (url: string): Effect.Effect<string, InvalidInput> =>
        Result.match(webhookUrl(url, { environment, loopback: webhook_loopback === true }), {
          onSuccess: Effect.succeed,
          onFailure: (problem) =>
            Effect.fail(new InvalidInput({ issues: [inputIssue(["body", "url"], "value_error", problem, url)] }))
        })

      const create = Effect.fn("Webhooks.create")(function*(input: CreateWebhookEndpoint) {
        const { organization_id } = yield* authorize("events:manage")
        if (!sends) return yield* new WebhooksNotSent()
        const now = yield* Instant.now
        const enabled = input.enabled ?? true
        const endpoint: WebhookEndpoint = {
          webhook_endpoint_id: yield* newWebhookEndpointId,
          url: yield* accepted(input.url),
          description: Text.orNull(input.description),
          object_types: input.object_types ?? [],
          event_types: input.event_types ?? [],
          event_subtypes: input.event_subtypes ?? [],
          enabled,
          disabled_on: enabled ? null : now,
          disabled_reason: enabled ? null : "requested",
          failing_since: null,
          failed_deliveries: 0,
          previous_secret_expires_on: null,
          created_on: now,
          updated_on: now
        }
        const secret = yield* WebhookSecret.generate
        const stored = yield* sealed.seal(secret, endpoint.webhook_endpoint_id)
        return yield* transaction.atomically(Effect.gen(function*() {
          yield* store.lockCreation(organization_id)
          if ((yield* store.count(organization_id)) >= limits.webhookEndpoints) return yield* new WebhookEndpointLimit()
          yield* store.insert(organization_id, endpoint, stored)
          yield* log.record({ ...objectOf(organization_id, endpoint), action: "CREATED", after: endpoint })
          yield* audience.invalidate
          return { ...endpoint, secret }
        }))
      })

      const list = Effect.fn("Webhooks.list")(function*(page: PageRequest) {
        const { organization_id } = yield* authorize("events:read")
        return yield* store.list(organization_id, page)
      })

      const get = Effect.fn("Webhooks.get")(function*(id: WebhookEndpointId) {
        const { organization_id } = yield* authorize("events:read")
        return yield* found(id, yield* store.find(organization_id, id))
      })

      const update = Effect.fn("Webhooks.update")(function*(id: WebhookEndpointId, input: UpdateWebhookEndpoint) {
        const { organization_id } = yield* authorize("events:manage")
        const url = input.url === undefined || input.url === null ? undefined : yield* accepted(input.url)
        const now = yield* Instant.now
        return yield* transaction.atomically(Effect.gen(function*() {
          const endpoint = endpointOf(yield* found(id, yield* store.lock(organization_id, id)))
          const changed: WebhookEndpoint = {
            ...endpoint,
            ...(url === undefined || url === endpoint.url ? {} : { url, ...noFailures }),
            ...changesOf(input),
            ...switched(endpoint, input.enabled ?? endpoint.enabled, now),
            updated_on: now
          }
          yield* store.save(changed)
          yield* log.record({
            ...objectOf(organization_id, endpoint),
            action: "UPDATED",
            before: endpoint,
            after: changed
          })
          yield* audience.invalidate
          return changed
        }))
      })

      const remove = Effect.fn("Webhooks.remove")(function*(webhook_endpoint_id: WebhookEndpointId) {
        const { organization_id } = yield* authorize("events:manage")
        yield* transaction.atomically(Effect.gen(function*() {
          const target = yield* found(webhook_endpoint_id, yield* store.lock(organization_id, webhook_endpoint_id))
          const endpoint = endpointOf(target)
          yield* store.remove(organization_id, webhook_endpoint_id)
          yield* log.record({ ...objectOf(organization_id, endpoint), action: "DELETED", before: endpoint })
        }))
      })

      const rotateSecret = Effect.fn("Webhooks.rotateSecret")(
        function*(id: WebhookEndpointId, { previous_valid_hours }: RotateWebhookSecret) {
          const { organization_id } = yield* authorize("events:manage")
          const hours = previous_valid_hours ?? overlapHours
          const secret = yield* WebhookSecret.generate
          const stored = yield* sealed.seal(secret, id)
          const now = yield* Instant.now
          return yield* transaction.atomically(Effect.gen(function*() {
            const target = yield* found(id, yield* store.lock(organization_id, id))
            const changed: WebhookEndpoint = {
              ...endpointOf(target),
              previous_secret_expires_on: hours === 0 ? null : DateTime.add(now, { hours }),
              updated_on: now
            }
            yield* store.save(changed)
            yield* log.record({
              ...objectOf(organization_id, changed),
              action: "UPDATED",
              before: { ...endpointOf(target), secret: "previous" },
              after: { ...changed, secret: "current" }
            })
            yield* store.saveSecrets(id, { secret: stored, previous_secret: hours === 0 ? null : target.secret })
            return { ...changed, secret }
          }))
        }
      )

      return Webhooks.of({ create, list, get, update, remove, rotateSecret })
    })
  )
}

/** Object of an entry in the object log. */
const objectOf = (organization_id: OrganizationId, { webhook_endpoint_id }: WebhookEndpoint) => ({
  organization_id,
  object_type: "WEBHOOK" as const,
  object_id: webhook_endpoint_id
})

const found = <A>(
  webhook_endpoint_id: WebhookEndpointId,
  endpoint: Option.Option<A>
): Effect.Effect<A, WebhookEndpointNotFound> =>
  Option.match(endpoint, {
    onNone: () => Effect.fail(new WebhookEndpointNotFound({ webhook_endpoint_id })),
    onSome: Effect.succeed
  })

const endpointOf = (target: WebhookTarget): WebhookEndpoint =>
  Struct.omit(target, ["organization_id", "secret", "previous_secret"])

const changesOf = (
  { description, event_subtypes, event_types, object_types }: UpdateWebhookEndpoint
): Partial<WebhookEndpoint> => ({
  ...(description === undefined ? {} : { description: Text.orNull(description) }),
  ...(object_types === undefined ? {} : { object_types: object_types ?? [] }),
  ...(event_types === undefined ? {} : { event_types: event_types ?? [] }),
  ...(event_subtypes === undefined ? {} : { event_subtypes: event_subtypes ?? [] })
})

const noFailures = { failing_since: null, failed_deliveries: 0 } as const

/** Members that change if the endpoint is enabled or disabled; none if it already is. */
const switched = (endpoint: WebhookEndpoint, enabled: boolean, now: Instant.Instant): Partial<WebhookEndpoint> => {
  if (endpoint.enabled === enabled) return {}
  return enabled
    ? { enabled, disabled_on: null, disabled_reason: null, ...noFailures }
    : { enabled, disabled_on: now, disabled_reason: "requested" }
}
