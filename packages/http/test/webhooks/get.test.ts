import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { newWebhook, unknownEndpoint } from "./newWebhook.ts"

layer(TestPlatform.layer)("GET /v1/webhooks/{webhook_endpoint_id}", (it) => {
  it.effect("200: the endpoint without its secret", () =>
    Effect.gen(function*() {
      const { call, endpoint: { secret: _secret, ...endpoint }, path } = yield* newWebhook()
      const { body, status } = yield* call("GET", path)
      assert.deepStrictEqual([status, body], [200, endpoint])
    }))

  it.effect("404: an endpoint that nobody has", () =>
    Effect.gen(function*() {
      const { call } = yield* newWebhook()
      const { body, status } = yield* call("GET", `/v1/webhooks/${unknownEndpoint}`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND"])
    }))

  it.effect("422: an id of another kind", () =>
    Effect.gen(function*() {
      const { call } = yield* newWebhook()
      const { body, status } = yield* call("GET", "/v1/webhooks/event_01h455vb4pex5vsknk084sn02q")
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.webhook_endpoint_id", "typeid_parsing"]]])
    }))
})
