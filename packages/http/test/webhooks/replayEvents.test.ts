import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { happened } from "./happened.ts"
import { newWebhook, unknownEndpoint } from "./newWebhook.ts"

layer(TestPlatform.layer)("POST /v1/webhooks/{webhook_endpoint_id}/replay", (it) => {
  it.effect("202: the number of created deliveries", () =>
    Effect.gen(function*() {
      const { call, endpoint, path } = yield* newWebhook()
      yield* happened(call.organization)
      yield* TestClock.adjust("1 minute")
      const { body, status } = yield* call("POST", `${path}/replay`, { since: endpoint.created_on })
      assert.deepStrictEqual([status, body], [202, { deliveries: 1 }])
      const log = yield* call("GET", `${path}/deliveries`)
      assert.deepStrictEqual(log.body.items.map(({ trigger }: { trigger: string }) => trigger), ["replay", "event"])
    }))

  it.effect("404: an endpoint that nobody has", () =>
    Effect.gen(function*() {
      const { call } = yield* newWebhook()
      const { body, status } = yield* call("POST", `/v1/webhooks/${unknownEndpoint}/replay`, { since: "1970-01-01" })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_WEBHOOK_ENDPOINT_NOT_FOUND"])
    }))

  it.effect("409: an endpoint that is disabled", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook({ enabled: false })
      const { body, status } = yield* call("POST", `${path}/replay`, { since: "1970-01-01" })
      assert.deepStrictEqual([status, body.code], [409, "ERROR_WEBHOOK_ENDPOINT_DISABLED"])
    }))

  it.effect("422: a missing or invalid time, and an end before the beginning", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const issues = []
      for (const body of [{}, { since: "yesterday" }, { since: "1970-01-02", until: "1970-01-01" }]) {
        issues.push(issuesOf((yield* call("POST", `${path}/replay`, body)).body))
      }
      assert.deepStrictEqual(issues, [
        [["body.since", "missing"]],
        [["body.since", "datetime_parsing"]],
        [["body.until", "value_error"]]
      ])
    }))
})
