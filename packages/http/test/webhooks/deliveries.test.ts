import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { happened } from "./happened.ts"
import { newWebhook, unknownEndpoint } from "./newWebhook.ts"

layer(TestPlatform.layer)("GET /v1/webhooks/{webhook_endpoint_id}/deliveries", (it) => {
  it.effect("200: what is sent to the endpoint, by status and event", () =>
    Effect.gen(function*() {
      const { call, endpoint, path } = yield* newWebhook()
      const event_id = yield* happened(call.organization)
      yield* call("POST", `${path}/test`)
      const all = yield* call("GET", `${path}/deliveries`)
      assert.deepStrictEqual([all.status, all.body.total], [200, 2])
      const { body } = yield* call("GET", `${path}/deliveries?status=pending&event_id=${event_id}`)
      const [delivery] = body.items
      assert.deepStrictEqual(body.items, [{
        webhook_delivery_id: delivery.webhook_delivery_id,
        webhook_endpoint_id: endpoint.webhook_endpoint_id,
        event_id,
        type: "domain.renewal.success",
        trigger: "event",
        status: "pending",
        attempts: 0,
        next_attempt_on: delivery.created_on,
        last_attempt_on: null,
        response_status: null,
        duration: null,
        response_body: null,
        error_kind: null,
        error_message: null,
        created_on: delivery.created_on
      }])
      assert.strictEqual((yield* call("GET", `${path}/deliveries?status=failed`)).body.total, 0)
    }))

  it.effect("404: an endpoint that nobody has", () =>
    Effect.gen(function*() {
      const { call } = yield* newWebhook()
      const { body, status } = yield* call("GET", `/v1/webhooks/${unknownEndpoint}/deliveries`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND"])
    }))

  it.effect("422: every parameter that is wrong", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const { body, status } = yield* call("GET", `${path}/deliveries?status=lost&event_id=tag_1`)
      assert.deepStrictEqual([status, issuesOf(body)], [
        422,
        [["query.status", "enum"], ["query.event_id", "typeid_parsing"]]
      ])
    }))
})
