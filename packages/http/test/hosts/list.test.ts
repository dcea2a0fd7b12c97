import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { hostCaller } from "./hostCaller.ts"

layer(TestPlatform.layer)("GET /v1/hosts", (it) => {
  it.effect("200: the organization's hosts, the newest first, in pages", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-list.com")
      const first = yield* call.host("b")
      yield* TestClock.adjust("1 minute")
      const second = yield* call.host("a")
      yield* (yield* hostCaller("host-list-others.com")).host("a")
      const { body, status } = yield* call("GET", "/v1/hosts")
      assert.deepStrictEqual([status, body.items, body.total], [200, [second, first], 2])
      const next = (yield* call("GET", "/v1/hosts?page=2&page_size=1")).body
      assert.deepStrictEqual(next, { items: [first], total: 2, page: 2, page_size: 1 })
      const byName = (yield* call("GET", "/v1/hosts?sort_by=hostname&sort_order=desc")).body
      assert.deepStrictEqual(byName.items, [first, second])
    }))

  it.effect("200: narrowed by domain and by part of the name", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-narrow.com")
      yield* call.register("host-narrow.net")
      const com = yield* call.host("ns1")
      const net =
        (yield* call("POST", "/v1/hosts", { hostname: "ns2.host-narrow.net", ip_addresses: ["9.9.9.9"] })).body
      const found = (query: string) => Effect.map(call("GET", `/v1/hosts?${query}`), ({ body }) => body.items)
      assert.deepStrictEqual(yield* found("domain=host-narrow.com"), [com])
      assert.deepStrictEqual(yield* found(`domain=${net.domain_id}`), [net])
      assert.deepStrictEqual(yield* found("search=S2.host"), [net])
      assert.deepStrictEqual(yield* found("search=ns2&domain=host-narrow.com"), [])
    }))

  it.effect("403: a key without hosts:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      const { body, status } = yield* call("GET", "/v1/hosts")
      assert.deepStrictEqual([status, body.permission], [403, "hosts:read"])
    }))

  it.effect("422: an unknown sort field", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      assert.strictEqual((yield* call("GET", "/v1/hosts?sort_by=status")).status, 422)
    }))
})
