import { Context, Effect, Layer } from "effect"
import { JobQueue, type SystemJob } from "../jobs/index.ts"
import type { WebhookDeliveryId } from "./WebhookDelivery.ts"
import { type StoredDelivery, WebhookDeliveryStore } from "./WebhookDeliveryStore.ts"

/** Kind of the jobs that send a delivery. */
export const deliverKind = "webhook_deliver"

/** Stores deliveries and enqueues their jobs, in the caller's transaction. */
export class WebhookQueue extends Context.Service<WebhookQueue, {
  /** Adds new deliveries. Those of one object to one endpoint are sent one after another. */
  readonly add: (deliveries: ReadonlyArray<StoredDelivery>) => Effect.Effect<void>
  /** Enqueues the next attempt of a delivery without its ordering key, so that it does not block others. */
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

/** Payload of the jobs. */
export type DeliverPayload = { readonly webhook_delivery_id: WebhookDeliveryId }

const orderingKeyOf = ({ object_id, webhook_endpoint_id }: StoredDelivery): string =>
  `${webhook_endpoint_id}/${object_id}`
