import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, moveTo, payingCaller, suspendedVanitySet, unknownSet, vanitySets } from "./newVanitySet.ts"

layer(TestPlatform.layer)("POST /v1/vanity-nameserver-sets/{set_id}/restore", (it) => {
  it.effect("200: the set works another year, and is not the default", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller({ credit: 4900 + 2900 + 4900 })
      const { expires_on, path, ...set } = yield* suspendedVanitySet(call)
      assert.strictEqual(new Date(set.grace_period_ends_at).getTime() - new Date(expires_on).getTime(), 30 * 86_400_000)
      const { body, status } = yield* call("POST", `${path}/restore`)
      assert.deepStrictEqual([status, body.status, body.is_default], [200, "active", false])
      assert.strictEqual(new Date(body.expires_on).getUTCFullYear(), new Date(expires_on).getUTCFullYear() + 1)
    }))

  it.effect("200: a repeat with the same key is answered alike and charges nothing", () =>
    Effect.gen(function*() {
      const { fetch, key } = yield* TestPlatform
      const call = yield* payingCaller({ credit: 100_000 })
      const { path } = yield* suspendedVanitySet(call)
      const options = { key: yield* key(call.organization), headers: { "idempotency-key": "once" } }
      const first = yield* fetch("POST", `${path}/restore`, undefined, options)
      const again = yield* fetch("POST", `${path}/restore`, undefined, options)
      assert.deepStrictEqual([again.status, again.body], [200, first.body])
      const { body } = yield* call("GET", `/v1/organizations/${call.organization}/transactions`)
      assert.deepStrictEqual(
        body.items.filter((one: any) => one.product_type === "vanity_nameserver").map((one: any) => one.action)
          .toSorted(),
        ["create", "renew", "restore"]
      )
    }))

  it.effect("402: an account that can pay the fee and not the year, and nothing is taken", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller({ credit: 4900 + 2900 + 4899 })
      const { path } = yield* suspendedVanitySet(call)
      const { body, status } = yield* call("POST", `${path}/restore`)
      assert.deepStrictEqual([status, body.available], [402, "48.99"])
      assert.strictEqual((yield* call("GET", path)).body.status, "suspended")
      const transactions = yield* call("GET", `/v1/organizations/${call.organization}/transactions`)
      assert.deepStrictEqual(
        transactions.body.items.filter((one: any) => one.product_type === "vanity_nameserver").length,
        1
      )
    }))

  it.effect("404: an expired set, and one that does not exist", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { grace_period_ends_at, path } = yield* suspendedVanitySet(call)
      yield* moveTo(grace_period_ends_at)
      for (const gone of [path, `${vanitySets}/${unknownSet}`]) {
        const { body, status } = yield* call("POST", `${gone}/restore`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
      }
    }))

  it.effect("409: a set that is not suspended", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { path } = yield* activeVanitySet(call)
      const { body, status } = yield* call("POST", `${path}/restore`)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_VANITY_NS_STATE"])
    }))

  it.effect("403: a key that may only read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["vanity_ns:read"] })
      assert.strictEqual((yield* call("POST", `${vanitySets}/${unknownSet}/restore`)).status, 403)
    }))
})
