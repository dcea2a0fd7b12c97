import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { activeVanitySet, newZone, payingCaller, unknownSet, vanitySets } from "./newVanitySet.ts"

layer(TestPlatform.layer)("GET /v1/vanity-nameserver-sets/{set_id}/zones", (it) => {
  it.effect("200: the zones of the set by name, with what they hold, in pages", () =>
    Effect.gen(function*() {
      const call = yield* payingCaller()
      const { nameservers, path, set_id } = yield* activeVanitySet(call)
      const names: Array<string> = []
      for (let count = 0; count < 3; count++) names.push(`${yield* newZone(call)}.`)
      yield* newZone(call, { vanity_nameserver_set_id: null })
      const first = yield* call("GET", `${path}/zones?page_size=2`)
      assert.deepInclude(first.body, { total: 3, page: 1, page_size: 2 })
      const second = yield* call("GET", `${path}/zones?page_size=2&page=2`)
      const items = [...first.body.items, ...second.body.items]
      assert.deepStrictEqual(items.map(({ name }) => name), names.toSorted())
      for (const zone of items) {
        assert.strictEqual(zone.vanity_nameserver_set_id, set_id)
        const ns = zone.rrsets.find(({ type }: any) => type === "NS")
        assert.deepStrictEqual(
          ns.records.map(({ rdata }: any) => rdata),
          nameservers.map(({ hostname }: any) => `${hostname}.`)
        )
      }
    }))

  it.effect("403: a key without vanity_ns:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["dns:read"] })
      assert.strictEqual((yield* call("GET", `${vanitySets}/${unknownSet}/zones`)).status, 403)
    }))

  it.effect("404: a set that does not exist", () =>
    Effect.gen(function*() {
      const { body, status } = yield* (yield* caller())("GET", `${vanitySets}/${unknownSet}/zones`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_VANITY_NS_NOT_FOUND"])
    }))
})
