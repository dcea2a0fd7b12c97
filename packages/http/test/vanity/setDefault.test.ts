import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, newVanitySet, newZone, payingCaller, unknownSet, vanitySets } from "./newVanitySet.ts"

layer(TestPlatform.layer)("PATCH /v1/vanity-nameserver-sets/{set_id}/default", (it) => {
  it.effect("200: new zones are given to the set, and no longer to the one before", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const first = yield* activeVanitySet(call)
      const { path, ...second } = yield* activeVanitySet(call)
      const { body, status } = yield* call("PATCH", `${path}/default`)
      assert.deepStrictEqual([status, body], [200, { vanity_nameserver_set: { ...second, is_default: true } }])
      assert.isFalse((yield* call("GET", first.path)).body.is_default)
      const zone = yield* newZone(call)
      const zones = yield* call("GET", `${path}/zones`)
      assert.deepStrictEqual(zones.body.items.map(({ name }: any) => name), [`${zone}.`])
    }))

  it.effect("404: a set that does not exist", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller())("PATCH", `${vanitySets}/${unknownSet}/default`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
    }))

  it.effect("409: a set that is not active", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* newVanitySet(call)
      const { body, status } = yield* call("PATCH", `${path}/default`)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_VANITY_NS_STATE"])
    }))
})
