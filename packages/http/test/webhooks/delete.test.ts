import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { newWebhook } from "./newWebhook.ts"

layer(TestPlatform.layer)("DELETE /v1/webhooks/{webhook_endpoint_id}", (it) => {
  it.effect("204: removes the endpoint; 404: the second time", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      const { body, status } = yield* call("DELETE", path)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND"])
    }))
})
