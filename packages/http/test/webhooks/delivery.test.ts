import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { happened } from "./happened.ts"
import { newWebhook, unknownDelivery } from "./newWebhook.ts"

layer(TestPlatform.layer)("GET /v1/webhooks/{webhook_endpoint_id}/deliveries/{webhook_delivery_id}", (it) => {
  it.effect("200: the delivery with the body, whose data is the event", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const event_id = yield* happened(call.organization)
      const [listed] = (yield* call("GET", `${path}/deliveries`)).body.items
      const { body, status } = yield* call("GET", `${path}/deliveries/${listed.webhook_delivery_id}`)
      const event = (yield* call("GET", `/v1/events/${event_id}`)).body
      const payload = { type: "domain.renewal.success", timestamp: event.created_on, data: event }
      assert.deepStrictEqual([status, body], [200, { ...listed, payload }])
    }))

  it.effect("404: a delivery that nobody has, and one of another endpoint", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const { body: other } = yield* call("POST", "/v1/webhooks", { url: "https://other.example/", enabled: false })
      const tested = yield* call("POST", `/v1/webhooks/${other.webhook_endpoint_id}/test`)
      for (const id of [unknownDelivery, tested.body.webhook_delivery_id]) {
        const { body, status } = yield* call("GET", `${path}/deliveries/${id}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_DELIVERY_NOT_FOUND"])
      }
    }))
})
