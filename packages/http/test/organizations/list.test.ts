import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

layer(TestPlatform.layer)("GET /v1/organizations", (it) => {
  it.effect("200: a parent's family by part of the name and by country, sorted, in pages", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const parent = yield* organization()
      const mine = yield* key(parent)
      const get = (query: string) => fetch("GET", `/v1/organizations${query}`, undefined, { key: mine })
      for (const [name, country_code] of [["Beta GmbH", "DE"], ["alpha AB", "SE"]]) {
        yield* TestClock.adjust("1 minute")
        yield* fetch("POST", "/v1/organizations", { name, country_code }, { key: mine })
      }
      const all = yield* get("")
      assert.deepStrictEqual([all.status, all.body.total, all.body.page, all.body.page_size], [200, 3, 1, 10])
      assert.deepStrictEqual(all.body.items.slice(0, 2).map((item: any) => item.name), ["alpha AB", "Beta GmbH"])
      assert.strictEqual(all.body.items[2].organization_id, parent)
      assert.deepStrictEqual(all.body.items[0].attributes, [])

      const named = yield* get("?sort_by=name&sort_order=asc&page_size=1")
      assert.deepStrictEqual([named.body.total, named.body.items[0].name], [3, "alpha AB"])
      assert.deepStrictEqual((yield* get("?search=GMBH")).body.items.map((item: any) => item.name), ["Beta GmbH"])
      assert.deepStrictEqual((yield* get("?country_code=se")).body.items.map((item: any) => item.name), ["alpha AB"])
      const countries = yield* get("?sort_by=country_code&sort_order=asc")
      assert.deepStrictEqual(countries.body.items.map((item: any) => item.country_code), ["DE", "SE", null])
    }))

  it.effect("200: a suborganization itself alone", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const parent = yield* organization()
      const child = yield* organization({ parent })
      yield* organization({ parent })
      const { body } = yield* fetch("GET", "/v1/organizations", undefined, { key: yield* key(child) })
      assert.deepStrictEqual(body.items.map((item: any) => item.organization_id), [child])
    }))

  it.effect("403: a key without the right", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const poor = yield* key(yield* organization(), ["domains:read"])
      assert.strictEqual((yield* fetch("GET", "/v1/organizations", undefined, { key: poor })).status, 403)
    }))

  it.effect("422: every parameter that is wrong", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const query = `page_size=1001&sort_by=age&country_code=DEU&search=${"x".repeat(201)}`
      const { body, status } = yield* fetch("GET", `/v1/organizations?${query}`, undefined, { key: mine })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body).toSorted(), [
        ["query.country_code", "string_pattern_mismatch"],
        ["query.page_size", "less_than_equal"],
        ["query.search", "string_too_long"],
        ["query.sort_by", "enum"]
      ])
    }))
})
