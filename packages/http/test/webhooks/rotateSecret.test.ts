import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { newWebhook, unknownEndpoint } from "./newWebhook.ts"

layer(TestPlatform.layer)("POST /v1/webhooks/{webhook_endpoint_id}/rotate_secret", (it) => {
  it.effect("200: a new secret, and the expiry of the previous one", () =>
    Effect.gen(function*() {
      const { call, endpoint, path } = yield* newWebhook()
      const { body, status } = yield* call("POST", `${path}/rotate_secret`, { previous_valid_hours: 2 })
      assert.strictEqual(status, 200)
      assert.match(body.secret, /^whsec_/)
      assert.notStrictEqual(body.secret, endpoint.secret)
      const hours = (Date.parse(body.previous_secret_expires_on) - Date.parse(body.updated_on)) / 3_600_000
      assert.strictEqual(hours, 2)
    }))

  it.effect("404: an endpoint that nobody has", () =>
    Effect.gen(function*() {
      const { call } = yield* newWebhook()
      const { body, status } = yield* call("POST", `/v1/webhooks/${unknownEndpoint}/rotate_secret`, {})
      assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND"])
    }))

  it.effect("422: longer than a week", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const { body, status } = yield* call("POST", `${path}/rotate_secret`, { previous_valid_hours: 169 })
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.previous_valid_hours", "less_than_equal"]]])
    }))
})
