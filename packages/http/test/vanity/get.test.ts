import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, payingCaller, unknownSet, vanitySets } from "./newVanitySet.ts"

layer(TestPlatform.layer)("GET /v1/vanity-nameserver-sets/{set_id}", (it) => {
  it.effect("200: an active set with the end of its year and its next renewal", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path, ...set } = yield* activeVanitySet(call)
      const { body, status } = yield* call("GET", path)
      assert.deepStrictEqual([status, body], [200, set])
      assert.deepInclude(body, {
        status: "active",
        is_default: true,
        expires_on: "1971-01-01T00:00:00Z",
        renew_scheduled_at: "1970-12-25T00:00:00Z",
        grace_period_ends_at: null
      })
    }))

  it.effect("200: a parent organization reads the sets of its suborganizations", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* payingCaller()
      const child = yield* caller({ of: yield* organization({ parent: parent.organization }) })
      const { path } = yield* activeVanitySet(child)
      assert.strictEqual((yield* parent("GET", path)).status, 200)
    }))

  it.effect("404: a set that does not exist", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller())("GET", `${vanitySets}/${unknownSet}`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
    }))

  it.effect("422: what is no id", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* (yield* caller())("GET", `${vanitySets}/vns_1`)).status, 422)
    }))
})
