import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { newVanitySet, payingCaller, vanitySets } from "./newVanitySet.ts"

layer(TestPlatform.layer)("GET /v1/vanity-nameserver-sets", (it) => {
  it.effect("200: the organization's sets, the newest first, in pages", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const made: Array<string> = []
      for (let count = 0; count < 3; count++) {
        made.unshift((yield* newVanitySet(call)).set_id)
        yield* TestClock.adjust("1 second")
      }
      const first = yield* call("GET", `${vanitySets}?page_size=2`)
      assert.deepInclude(first.body, { total: 3, page: 1, page_size: 2 })
      const second = yield* call("GET", `${vanitySets}?page_size=2&page=2`)
      const ids = [...first.body.items, ...second.body.items].map(({ set_id }) => set_id)
      assert.deepStrictEqual(ids, made)
    }))

  it.effect("200: nothing of others", () =>
    Effect.gen(function*() {
      yield* newVanitySet(yield* payingCaller())
      const { body, status } = yield* (yield* caller({ rights: ["vanity_ns:read"] }))("GET", vanitySets)
      assert.deepStrictEqual([status, body], [200, { items: [], total: 0, page: 1, page_size: 10 }])
    }))

  it.effect("403: a key without vanity_ns:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["dns:read"] })
      assert.strictEqual((yield* call("GET", vanitySets)).status, 403)
    }))

  it.effect("422: a page that there cannot be", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      assert.strictEqual((yield* call("GET", `${vanitySets}?page=0&page_size=1001`)).body.errors.length, 2)
    }))
})
