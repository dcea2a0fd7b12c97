import { assert, layer } from "@effect/vitest"
import { WebhookSender } from "@namewright/core/webhooks"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { newWebhook, url } from "./newWebhook.ts"

layer(TestPlatform.layer)("POST /v1/webhooks", (it) => {
  it.effect("201: the endpoint with its secret", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["events:manage"] })
      const { body, status } = yield* call("POST", "/v1/webhooks", {
        url,
        description: "orders",
        object_types: ["DOMAIN"],
        event_types: ["REGISTRATION", "RENEWAL"],
        event_subtypes: null
      })
      assert.strictEqual(status, 201)
      assert.match(body.webhook_endpoint_id, /^webhook_endpoint_[0-9a-z]{26}$/)
      assert.match(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.deepStrictEqual(body, {
        webhook_endpoint_id: body.webhook_endpoint_id,
        url,
        description: "orders",
        object_types: ["DOMAIN"],
        event_types: ["REGISTRATION", "RENEWAL"],
        event_subtypes: [],
        enabled: true,
        disabled_on: null,
        disabled_reason: null,
        failing_since: null,
        failed_deliveries: 0,
        previous_secret_expires_on: null,
        created_on: body.created_on,
        updated_on: body.created_on,
        secret: body.secret
      })
    }))

  it.effect("403: a key without events:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["events:read"] })
      assert.strictEqual((yield* call("POST", "/v1/webhooks", { url })).status, 403)
    }))

  it.effect("409: more endpoints than an organization may have", () =>
    Effect.gen(function*() {
      const { call } = yield* newWebhook()
      for (let count = 1; count < 20; count++) yield* call("POST", "/v1/webhooks", { url })
      const { body, status } = yield* call("POST", "/v1/webhooks", { url })
      assert.deepStrictEqual([status, body.code], [409, "ERROR_WEBHOOK_ENDPOINT_LIMIT"])
    }))

  it.effect("422: every member that is wrong, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/webhooks", {
        url: 7,
        description: "x".repeat(1025),
        object_types: ["ZONE"],
        enabled: "perhaps"
      })
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["body.url", "string_type"],
        ["body.description", "string_too_long"],
        ["body.object_types.0", "enum"],
        ["body.enabled", "bool_parsing"]
      ])
      for (const list of ["object_types", "event_types", "event_subtypes"]) {
        // Twice the bound of the problems in one response: entries are not decoded.
        const long = yield* call("POST", "/v1/webhooks", { url, [list]: Array.from({ length: 20_000 }, () => 7) })
        assert.deepStrictEqual([long.status, issuesOf(long.body)], [422, [[`body.${list}`, "too_long"]]])
      }
      for (const wrong of ["ftp://a.example/", "https://10.0.0.1/", "https://0x7f.1/", "https://localhost/"]) {
        const refused = yield* call("POST", "/v1/webhooks", { url: wrong })
        assert.deepStrictEqual([refused.status, issuesOf(refused.body)], [422, [["body.url", "value_error"]]], wrong)
      }
      assert.strictEqual((yield* call("GET", "/v1/webhooks")).body.total, 0)
    }))
})

layer(TestPlatform.layerWith({}, { webhookSender: WebhookSender.layerNone }))("POST /v1/webhooks", (it) => {
  it.effect("503: an installation that sends no webhooks", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", "/v1/webhooks", { url })
      assert.deepStrictEqual([status, body.code], [503, "ERROR_SERVICE_UNAVAILABLE"])
    }))
})
