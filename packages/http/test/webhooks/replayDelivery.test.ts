import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { happened } from "./happened.ts"
import { newWebhook, unknownDelivery } from "./newWebhook.ts"

layer(TestPlatform.layer)("POST /v1/webhooks/{webhook_endpoint_id}/deliveries/{webhook_delivery_id}/replay", (it) => {
  it.effect("202: another delivery of the same event", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const event_id = yield* happened(call.organization)
      const [first] = (yield* call("GET", `${path}/deliveries`)).body.items
      const { body, status } = yield* call("POST", `${path}/deliveries/${first.webhook_delivery_id}/replay`)
      assert.deepStrictEqual([status, body.event_id, body.trigger, body.status], [202, event_id, "replay", "pending"])
      assert.notStrictEqual(body.webhook_delivery_id, first.webhook_delivery_id)
    }))

  it.effect("404: a delivery that nobody has", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const { body, status } = yield* call("POST", `${path}/deliveries/${unknownDelivery}/replay`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_DELIVERY_NOT_FOUND"])
    }))

  it.effect("409: an endpoint that is disabled", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook({ enabled: false })
      const tested = yield* call("POST", `${path}/test`)
      const { body, status } = yield* call("POST", `${path}/deliveries/${tested.body.webhook_delivery_id}/replay`)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_WEBHOOK_ENDPOINT_DISABLED"])
    }))
})
