import { WebhookDeliveries, Webhooks } from "@namewright/core/webhooks"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { WebhooksApi } from "./WebhooksApi.ts"

export const layer = group(
  WebhooksApi,
  Effect.fnUntraced(function*(handlers) {
    const webhooks = yield* Webhooks
    const deliveries = yield* WebhookDeliveries
    return handlers.handleAll({
      listWebhooks: ({ query }) => Effect.mapError(webhooks.list(query), toProblem),
      createWebhook: ({ payload }) => Effect.mapError(webhooks.create(payload), toProblem),
      getWebhook: ({ params }) => Effect.mapError(webhooks.get(params.webhook_endpoint_id), toProblem),
      updateWebhook: ({ params, payload }) =>
        Effect.mapError(webhooks.update(params.webhook_endpoint_id, payload), toProblem),
      deleteWebhook: ({ params }) => Effect.mapError(webhooks.remove(params.webhook_endpoint_id), toProblem),
      rotateWebhookSecret: ({ params, payload }) =>
        Effect.mapError(webhooks.rotateSecret(params.webhook_endpoint_id, payload), toProblem),
      testWebhook: ({ params }) => Effect.mapError(deliveries.test(params.webhook_endpoint_id), toProblem),
      replayWebhookEvents: ({ params, payload }) =>
        Effect.mapError(deliveries.replayEvents(params.webhook_endpoint_id, payload), toProblem),
      listWebhookDeliveries: ({ params, query: { page, page_size, ...filter } }) =>
        Effect.mapError(deliveries.list(params.webhook_endpoint_id, filter, { page, page_size }), toProblem),
      getWebhookDelivery: ({ params }) =>
        Effect.mapError(deliveries.get(params.webhook_endpoint_id, params.webhook_delivery_id), toProblem),
      replayWebhookDelivery: ({ params }) =>
        Effect.mapError(deliveries.replay(params.webhook_endpoint_id, params.webhook_delivery_id), toProblem)
    })
  })
)
