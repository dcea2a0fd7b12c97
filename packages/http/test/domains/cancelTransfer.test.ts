import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { askingFor } from "./otherRegistrar.ts"

layer(TestPlatform.layer)("DELETE /v1/domains/{domain_reference}/transfer", (it) => {
  it.effect("204: the pending domain is gone, and the money is back", () =>
    Effect.gen(function*() {
      const call = yield* askingFor("transfer-canceled.com")
      const { body } = yield* call.ask()
      const path = `/v1/domains/${body.domain_id}`
      assert.strictEqual((yield* call("DELETE", `${path}/transfer`)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.deepStrictEqual(yield* call.charges, ["canceled"])
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      const { body, status } = yield* call("DELETE", "/v1/domains/nobody.com/transfer")
      assert.deepStrictEqual([status, body.permission], [403, "domains:manage"])
    }))

  it.effect("404: another organization's transfer goes on", () =>
    Effect.gen(function*() {
      const call = yield* askingFor("transfer-others.com")
      yield* call.ask()
      const stranger = yield* caller()
      const { body, status } = yield* stranger("DELETE", "/v1/domains/transfer-others.com/transfer")
      assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
      const { registry_statuses } = (yield* call("GET", "/v1/domains/transfer-others.com")).body
      assert.deepStrictEqual(registry_statuses, ["pendingTransfer"])
    }))
})
