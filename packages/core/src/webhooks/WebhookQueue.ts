import { Context, Effect, Layer } from "effect"
import { JobQueue, type SystemJob } from "../jobs/index.ts"
import type { WebhookDeliveryId } from "./WebhookDelivery.ts"
import { type StoredDelivery, WebhookDeliveryStore } from "./WebhookDeliveryStore.ts"

/** The kind of the jobs that attempt a delivery. */
export const deliverKind = "webhook_deliver"

/** Puts deliveries on their way, inside the caller's transaction. */
export class WebhookQueue extends Context.Service<WebhookQueue, {
  /** Stores new deliveries. Those of one object to one endpoint are sent one after another. */
  readonly add: (deliveries: ReadonlyArray<StoredDelivery>) => Effect.Effect<void>
  /** Attempts a delivery again later, without holding up others. */
  readonly postpone: (delivery: StoredDelivery) => Effect.Effect<void>
}>()("@namewright/core/webhooks/WebhookQueue") {
  static readonly layer = Layer.effect(
    WebhookQueue,
    Effect.gen(function*() {
      const jobs = yield* JobQueue
      const store = yield* WebhookDeliveryStore

      return WebhookQueue.of({
        add: Effect.fnUntraced(function*(deliveries) {
          yield* store.insert(deliveries)
          yield* jobs.enqueueAll(
            deliveries.map((delivery) => ({ ...jobOf(delivery), ordering_key: orderingKeyOf(delivery) }))
          )
        }),
        postpone: (delivery) => jobs.enqueue({ ...jobOf(delivery), not_before: delivery.next_attempt_on ?? undefined })
      })
    })
  )
}

const jobOf = ({ organization_id, webhook_delivery_id }: StoredDelivery): SystemJob => ({
  kind: deliverKind,
  organization_id,
  payload: { webhook_delivery_id } satisfies DeliverPayload
})

/** Payload of jobs of the kind. */
export type DeliverPayload = { readonly webhook_delivery_id: WebhookDeliveryId }

const orderingKeyOf = ({ object_id, webhook_endpoint_id }: StoredDelivery): string =>
  `${webhook_endpoint_id}/${object_id}`
