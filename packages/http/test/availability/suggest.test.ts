import { assert, layer } from "@effect/vitest"
import { CurrentSuggestionSource } from "@namewright/core/availability"
import { Effect, Layer } from "effect"
import { registrant } from "../domains/dnssecCaller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

const path = "/v1/domain-search/suggest"

const year = { unit: "y", value: 1 }

layer(TestPlatform.layer)("GET /v1/domain-search/suggest", (it) => {
  it.effect("200: available names with their prices, the best first", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { body, status } = yield* call("GET", `${path}?query=blue+shop&tlds=com&tlds=net&limit=3`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body.results.map(({ domain }: { domain: string }) => domain), [
        "blueshop.com",
        "blue-shop.com",
        "blueshop.net"
      ])
      assert.deepStrictEqual(body.results[0], {
        domain: "blueshop.com",
        available: true,
        premium: false,
        price: { amount: "9.50", currency: "EUR", period: year },
        renewal_price: { amount: "9.90", currency: "EUR", period: year }
      })
      assert.deepStrictEqual(body.suggestions, body.results)
      assert.strictEqual(body.meta.total, 3)
    }))

  it.effect("200: a registered name is not suggested, and any credential may ask", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("red-door.com")
      const reader = yield* caller({ of: call.organization, rights: ["dns:read"] })
      const { body } = yield* reader("GET", `${path}?query=red-door.com&tlds=com`)
      assert.lengthOf(body.results, 20)
      assert.notInclude(body.results.map(({ domain }: { domain: string }) => domain), "red-door.com")
    }))

  it.effect("200: premium names only, or none", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const only = (yield* call("GET", `${path}?query=premium-words&tlds=com&premium=true`)).body.results
      assert.isNotEmpty(only)
      assert.isTrue(only.every(({ premium }: { premium: boolean }) => premium))
      assert.strictEqual(only[0].price.amount, "2500.00")
      const none = (yield* call("GET", `${path}?query=premium-words&tlds=com&premium=false`)).body.results
      assert.isTrue(none.every(({ premium }: { premium: boolean }) => !premium))
    }))

  it.effect("422: no query, a limit of 101, and a TLD with digits", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { body, status } = yield* call("GET", `${path}?limit=101&tlds=c0m`)
      assert.strictEqual(status, 422)
      const places = body.errors.map(({ loc }: { loc: ReadonlyArray<string> }) => loc[1])
      assert.sameMembers(places, ["query", "limit", "tlds"])
    }))
})

layer(
  TestPlatform.layer.pipe(
    Layer.provide(Layer.succeed(CurrentSuggestionSource, {
      suggest: () => Effect.fail("down"),
      timeout: "5 seconds"
    }))
  )
)("GET /v1/domain-search/suggest with another source", (it) => {
  it.effect("502: the source fails", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { body, status } = yield* call("GET", `${path}?query=blue`)
      assert.deepStrictEqual([status, body.code], [502, "ERROR_DOMAIN_SEARCH_PROVIDER"])
    }))
})
