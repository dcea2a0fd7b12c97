import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, newVanitySet, newZone, payingCaller, unknownSet, vanitySets, work } from "./newVanitySet.ts"

layer(TestPlatform.layer)("DELETE /v1/vanity-nameserver-sets/{set_id}", (it) => {
  it.effect("202: the set is gone some moments later", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* activeVanitySet(call)
      const { body, status } = yield* call("DELETE", path)
      assert.deepStrictEqual([status, body.status, body.is_default], [202, "deleting", false])
      yield* work
      assert.strictEqual((yield* call("GET", path)).status, 404)
    }))

  it.effect("404: a set that does not exist", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller())("DELETE", `${vanitySets}/${unknownSet}`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
    }))

  it.effect("409: a set that waits for its names", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path, set_id } = yield* newVanitySet(call)
      const { body, status } = yield* call("DELETE", path)
      assert.deepStrictEqual([status, body.code, body.set_id], [409, "ERROR_VANITY_NS_STATE", set_id])
    }))

  it.effect("409: a set that zones show", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* activeVanitySet(call)
      yield* newZone(call)
      const { body, status } = yield* call("DELETE", path)
      assert.deepStrictEqual([status, body.code, body.zone_count], [409, "ERROR_VANITY_NS_IN_USE", 1])
    }))

  it.effect("409: the default while there are other active sets", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* activeVanitySet(call)
      const other = yield* activeVanitySet(call)
      const { body, status } = yield* call("DELETE", path)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_VANITY_NS_IS_DEFAULT"])
      assert.strictEqual((yield* call("DELETE", other.path)).status, 202)
    }))
})
