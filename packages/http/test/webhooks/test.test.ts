import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { newWebhook, unknownEndpoint } from "./newWebhook.ts"

layer(TestPlatform.layer)("POST /v1/webhooks/{webhook_endpoint_id}/test", (it) => {
  it.effect("202: a delivery of a test event, which is not stored as an event", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const { body, status } = yield* call("POST", `${path}/test`)
      assert.strictEqual(status, 202)
      assert.deepStrictEqual([body.type, body.trigger, body.status, body.attempts], [
        "webhook.test",
        "test",
        "pending",
        0
      ])
      assert.strictEqual((yield* call("GET", `/v1/events/${body.event_id}`)).status, 404)
    }))

  it.effect("404: an endpoint that nobody has", () =>
    Effect.gen(function*() {
      const { call } = yield* newWebhook()
      const { body, status } = yield* call("POST", `/v1/webhooks/${unknownEndpoint}/test`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND"])
    }))
})
