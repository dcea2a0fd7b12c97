import { Clock, Context, Effect, Layer } from "effect"
import { type OrganizationId, Transaction } from "../shared/index.ts"
import { WebhookEndpointStore } from "./WebhookEndpointStore.ts"

/** Milliseconds for which a process goes on with what it has read. */
const heldMillis = 5_000

/**
 * The organizations that have their events sent to them, as this process knows it, so that an event of any other costs
 * nothing. A new endpoint counts at once in the process that made it, and in others after five seconds at the latest:
 * what they know is never older when they decide.
 */
export class WebhookAudience extends Context.Service<WebhookAudience, {
  readonly has: (organization: OrganizationId) => Effect.Effect<boolean>
  /** Reads again after the commit of the open transaction. Called when an endpoint is created or enabled. */
  readonly forget: Effect.Effect<void>
}>()("@namewright/core/webhooks/WebhookAudience") {
  static readonly layer = Layer.effect(
    WebhookAudience,
    Effect.gen(function*() {
      const store = yield* WebhookEndpointStore
      const transaction = yield* Transaction
      let known: { readonly organizations: ReadonlySet<OrganizationId>; readonly asked: number } | undefined
      let changes = 0

      return WebhookAudience.of({
        has: Effect.fnUntraced(function*(organization) {
          const now = yield* Clock.currentTimeMillis
          if (known !== undefined && now - known.asked < heldMillis) return known.organizations.has(organization)
          const before = changes
          const organizations = yield* store.audience
          // What was read while an endpoint was made may lack it.
          if (before === changes) known = { organizations, asked: now }
          return organizations.has(organization)
        }),

        forget: transaction.afterCommit(Effect.sync(() => {
          changes++
          known = undefined
        }))
      })
    })
  )
}
