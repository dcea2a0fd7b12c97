import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { caller } from "../tags/caller.ts"

export const url = "https://receiver.example/hook"

/** Ids without an endpoint or delivery. */
export const unknownEndpoint = "webhook_endpoint_01h455vb4pex5vsknk084sn02q"
export const unknownDelivery = "webhook_delivery_01h455vb4pex5vsknk084sn02q"

/** Caller with an endpoint of its organization. */
export const newWebhook = Effect.fnUntraced(function*(members: object = {}) {
  const call = yield* caller()
  const { body, status } = yield* call("POST", "/v1/webhooks", { url, ...members })
  assert.strictEqual(status, 201, JSON.stringify(body))
  return { call, endpoint: body, path: `/v1/webhooks/${body.webhook_endpoint_id}` }
})
