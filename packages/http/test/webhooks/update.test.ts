import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { newWebhook, unknownEndpoint } from "./newWebhook.ts"

layer(TestPlatform.layer)("PATCH /v1/webhooks/{webhook_endpoint_id}", (it) => {
  it.effect("200: changes the present members", () =>
    Effect.gen(function*() {
      const { call, endpoint: { secret: _secret, ...endpoint }, path } = yield* newWebhook({ description: "orders" })
      const { body, status } = yield* call("PATCH", path, {
        url: "https://other.example/hook",
        event_subtypes: ["FAILURE"],
        enabled: false
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        ...endpoint,
        url: "https://other.example/hook",
        event_subtypes: ["FAILURE"],
        enabled: false,
        disabled_on: body.updated_on,
        disabled_reason: "requested",
        updated_on: body.updated_on
      })
      assert.deepStrictEqual((yield* call("GET", path)).body, body)
    }))

  it.effect("404: an endpoint that nobody has", () =>
    Effect.gen(function*() {
      const { call } = yield* newWebhook()
      const { body, status } = yield* call("PATCH", `/v1/webhooks/${unknownEndpoint}`, {})
      assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND"])
    }))

  it.effect("422: a private address, and members of the wrong type", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const inside = yield* call("PATCH", path, { url: "https://[::ffff:10.0.0.1]/" })
      assert.deepStrictEqual([inside.status, issuesOf(inside.body)], [422, [["body.url", "value_error"]]])
      const wrong = yield* call("PATCH", path, { enabled: 7, event_types: "RENEWAL" })
      assert.deepStrictEqual([wrong.status, issuesOf(wrong.body)], [
        422,
        [["body.event_types", "list_type"], ["body.enabled", "bool_parsing"]]
      ])
    }))
})
