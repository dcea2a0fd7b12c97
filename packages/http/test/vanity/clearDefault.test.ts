import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, newZone, payingCaller, vanitySets } from "./newVanitySet.ts"

layer(TestPlatform.layer)("DELETE /v1/vanity-nameserver-sets/default", (it) => {
  it.effect("200: whether there was a default; the set itself stays", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* activeVanitySet(call)
      for (const cleared of [true, false]) {
        const { body, status } = yield* call("DELETE", `${vanitySets}/default`)
        assert.deepStrictEqual([status, body], [200, { cleared }])
      }
      assert.deepInclude((yield* call("GET", path)).body, { status: "active", is_default: false })
      yield* newZone(call)
      assert.strictEqual((yield* call("GET", `${path}/zones`)).body.total, 0)
    }))

  it.effect("403: a key that may only delete", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["vanity_ns:delete"] })
      assert.strictEqual((yield* call("DELETE", `${vanitySets}/default`)).status, 403)
    }))
})
