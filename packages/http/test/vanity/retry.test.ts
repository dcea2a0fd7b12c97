import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { newVanitySet, payingCaller, unknownSet, vanitySets, work } from "./newVanitySet.ts"

layer(TestPlatform.layer)("POST /v1/vanity-nameserver-sets/{set_id}/retry", (it) => {
  it.effect("202: a failed set waits for its names once more", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* newVanitySet(call)
      yield* work
      yield* TestClock.adjust(Duration.hours(72))
      yield* work
      assert.strictEqual((yield* call("GET", path)).body.status, "failed")
      const { body, status } = yield* call("POST", `${path}/retry`)
      assert.deepStrictEqual([status, body.status], [202, "provisioning"])
    }))

  it.effect("404: a set that does not exist", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller())("POST", `${vanitySets}/${unknownSet}/retry`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
    }))

  it.effect("409: a set that has not failed", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* newVanitySet(call)
      const { body, status } = yield* call("POST", `${path}/retry`)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_VANITY_NS_STATE"])
    }))
})
