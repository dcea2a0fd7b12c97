import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { newZoneName, zoneCaller } from "./zoneCaller.ts"

layer(TestPlatform.layer)("GET /v1/dns/summary", (it) => {
  it.effect("200: how many zones there are, and how many of them are signed", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller()
      const none = yield* call("GET", "/v1/dns/summary")
      assert.deepStrictEqual([none.status, none.body], [200, {
        total_zones: 0,
        zones_by_dnssec: { enabled: 0, disabled: 0 }
      }])
      const name = yield* newZoneName
      yield* call("POST", "/v1/dns", { name })
      yield* call("POST", "/v1/dns", { name: yield* newZoneName })
      yield* call("DELETE", `/v1/dns/${name}`)
      assert.deepStrictEqual((yield* call("GET", "/v1/dns/summary")).body, {
        total_zones: 1,
        zones_by_dnssec: { enabled: 0, disabled: 1 }
      })
    }))

  it.effect("403: a key without dns:read", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller({ rights: ["domains:read"] })
      assert.strictEqual((yield* call("GET", "/v1/dns/summary")).status, 403)
    }))
})
