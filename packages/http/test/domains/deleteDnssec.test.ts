import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { ds, registrant } from "./dnssecCaller.ts"

layer(TestPlatform.layer)("DELETE /v1/domains/{domain_reference}/dnssec", (it) => {
  it.effect("204: everything is taken away, and a second time nothing is", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("gone-keys.com")
      yield* call("PUT", "/v1/domains/gone-keys.com/dnssec", [ds(1)])
      for (let time = 0; time < 2; time++) {
        const { body, status } = yield* call("DELETE", "/v1/domains/gone-keys.com/dnssec")
        assert.deepStrictEqual([status, body], [204, undefined])
      }
      assert.deepStrictEqual((yield* call("GET", "/v1/domains/gone-keys.com/dnssec")).body, [])
    }))

  it.effect("403: a key without domains:delete", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:manage"] })
      assert.strictEqual((yield* call("DELETE", "/v1/domains/nobody.com/dnssec")).status, 403)
    }))

  it.effect("404: another organization's domain, whose keys stay", () =>
    Effect.gen(function*() {
      const owner = yield* registrant
      yield* owner.register("kept-keys.com")
      yield* owner("PUT", "/v1/domains/kept-keys.com/dnssec", [ds(1)])
      const stranger = yield* caller()
      assert.strictEqual((yield* stranger("DELETE", "/v1/domains/kept-keys.com/dnssec")).status, 404)
      assert.lengthOf((yield* owner("GET", "/v1/domains/kept-keys.com/dnssec")).body, 1)
    }))

  it.effect("409: a locked domain", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("shut-keys.com")
      yield* call("PATCH", "/v1/domains/shut-keys.com", { statuses: ["clientUpdateProhibited"] })
      const { body, status } = yield* call("DELETE", "/v1/domains/shut-keys.com/dnssec")
      assert.deepStrictEqual([status, body.code], [409, "ERROR_DOMAIN_STATUS_PROHIBITED"])
    }))
})
