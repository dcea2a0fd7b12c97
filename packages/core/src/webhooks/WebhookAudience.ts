import { Clock, Context, Effect, Layer } from "effect"
import { type OrganizationId, Transaction } from "../shared/index.ts"
import { WebhookEndpointStore } from "./WebhookEndpointStore.ts"

/** Lifetime of the cache in milliseconds. */
const cacheMillis = 5_000

/**
 * Cached set of the organizations with an enabled endpoint, so that events of others need no query. A new endpoint is
 * effective at once in the process that created it, and in others after at most 5 seconds.
 */
export class WebhookAudience extends Context.Service<WebhookAudience, {
  readonly has: (organization: OrganizationId) => Effect.Effect<boolean>
  /** Invalidates the cache after the commit of the open transaction. Called when an endpoint is created or enabled. */
  readonly invalidate: Effect.Effect<void>
}>()("@namewright/core/webhooks/WebhookAudience") {
  static readonly layer = Layer.effect(
    WebhookAudience,
    Effect.gen(function*() {
      const store = yield* WebhookEndpointStore
      const transaction = yield* Transaction
      let cache: { readonly organizations: ReadonlySet<OrganizationId>; readonly read_at: number } | undefined
      let changes = 0

      return WebhookAudience.of({
        has: Effect.fnUntraced(function*(organization) {
          const now = yield* Clock.currentTimeMillis
          if (cache !== undefined && now - cache.read_at < cacheMillis) return cache.organizations.has(organization)
          const before = changes
          const organizations = yield* store.audience
          // A result that was read while an endpoint was created may lack it.
          if (before === changes) cache = { organizations, read_at: now }
          return organizations.has(organization)
        }),

        invalidate: transaction.afterCommit(Effect.sync(() => {
          changes++
          cache = undefined
        }))
      })
    })
  )
}
