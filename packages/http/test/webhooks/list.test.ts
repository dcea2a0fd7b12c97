import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { newWebhook, url } from "./newWebhook.ts"

layer(TestPlatform.layer)("GET /v1/webhooks", (it) => {
  it.effect("200: pages of the organization's endpoints, without secrets", () =>
    Effect.gen(function*() {
      const { call, endpoint: { secret, ...endpoint } } = yield* newWebhook()
      yield* call("POST", "/v1/webhooks", { url })
      yield* newWebhook()
      const { body, status } = yield* call("GET", "/v1/webhooks?page_size=1")
      assert.deepStrictEqual([status, body], [200, { items: [endpoint], total: 2, page: 1, page_size: 1 }])
      assert.notInclude(JSON.stringify(body), secret)
    }))

  it.effect("403: a key without events:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      assert.strictEqual((yield* call("GET", "/v1/webhooks")).status, 403)
    }))

  it.effect("422: a page that does not exist", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", "/v1/webhooks?page=0")
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["query.page", "greater_than_equal"]]])
    }))
})
