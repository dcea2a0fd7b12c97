import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, payingCaller, unknownSet, vanitySets } from "./newVanitySet.ts"

layer(TestPlatform.layer)("PATCH /v1/vanity-nameserver-sets/{set_id}", (it) => {
  it.effect("200: what happens at the end of the year", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path, ...set } = yield* activeVanitySet(call)
      const { body, status } = yield* call("PATCH", path, { renewal_mode: "expire" })
      assert.deepStrictEqual([status, body], [200, { ...set, renewal_mode: "expire", renew_scheduled_at: null }])
      const back = yield* call("PATCH", path, { renewal_mode: "renew" })
      assert.deepStrictEqual(back.body, set)
    }))

  it.effect("404: a set that does not exist", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PATCH", `${vanitySets}/${unknownSet}`, { renewal_mode: "renew" })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
    }))

  it.effect("409: a set that is on its way out", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* activeVanitySet(call)
      yield* call("DELETE", path)
      const { body, status } = yield* call("PATCH", path, { renewal_mode: "renew" })
      assert.deepStrictEqual([status, body.code, body.set_status], [409, "ERROR_VANITY_NS_STATE", "deleting"])
    }))

  it.effect("422: another mode", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PATCH", `${vanitySets}/${unknownSet}`, { renewal_mode: "never" })
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.renewal_mode", "enum"]]])
    }))
})
