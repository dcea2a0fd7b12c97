import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { round } from "../../../core/test/domains/DomainsPlatform.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { requestedTransfer } from "./otherRegistrar.ts"

layer(TestPlatform.layer)("POST /v1/domains/{domain_reference}/transfer/outbound", (it) => {
  it.effect("200: an approval gives the domain away", () =>
    Effect.gen(function*() {
      const call = yield* requestedTransfer("transfer-approved.com")
      const path = `/v1/domains/${call.domain_id}`
      const { body, status } = yield* call("POST", `${path}/transfer/outbound`, { action: "approve" })
      assert.deepStrictEqual([status, body], [200, {
        domain_id: call.domain_id,
        domain_name: "transfer-approved.com",
        action: "approve"
      }])
      yield* round
      assert.strictEqual((yield* call("GET", path)).status, 404)
    }))

  it.effect("200: a rejection keeps the domain", () =>
    Effect.gen(function*() {
      const call = yield* requestedTransfer("transfer-rejected.com")
      const path = `/v1/domains/${call.domain_id}`
      const pending = (yield* call("GET", path)).body
      assert.include(pending.registry_statuses, "pendingTransfer")
      const { body, status } = yield* call("POST", `${path}/transfer/outbound`, { action: "reject" })
      assert.deepStrictEqual([status, body.action], [200, "reject"])
      yield* round
      const kept = yield* call("GET", path)
      assert.strictEqual(kept.status, 200)
      assert.notInclude(kept.body.registry_statuses, "pendingTransfer")
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      const { body, status } = yield* call("POST", "/v1/domains/nobody.com/transfer/outbound", { action: "reject" })
      assert.deepStrictEqual([status, body.permission], [403, "domains:manage"])
    }))

  it.effect("422: another action", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { status } = yield* call("POST", "/v1/domains/nobody.com/transfer/outbound", { action: "wait" })
      assert.strictEqual(status, 422)
    }))
})
