import { assert, layer } from "@effect/vitest"
import { PriceList } from "@namewright/core/billing"
import { Money, type OrganizationId, Period } from "@namewright/core/shared"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const path = (organization: OrganizationId, rest = "domain") =>
  `/v1/organizations/${organization}/pricing/product-type/${rest}`

layer(TestPlatform.layer)("GET /v1/organizations/{organization_id}/pricing/product-type/{product_type}", (it) => {
  it.effect("200: a year of each TLD and action", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const id = yield* organization()
      const { body, status } = yield* fetch("GET", path(id), undefined, { key: yield* key(id) })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(Object.keys(body), ["prices"])
      assert.isAtLeast(body.prices.length, 4 * 40)
      const com = body.prices.filter((price: any) => price.product_class === "com")
      assert.deepStrictEqual(com.map((price: any) => price.product_action), ["create", "renew", "restore", "transfer"])
      for (const price of body.prices) {
        assert.match(price.price, /^\d+\.\d\d$/)
        assert.match(price.product_class, /^[a-z]+(\.[a-z]+)?$/)
        assert.deepInclude(price, { product_type: "domain", currency: "EUR", period: { unit: "y", value: 1 } })
      }
    }))

  it.effect("200: one action of one TLD, with monthly and yearly prices, for a suborganization", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { set } = yield* PriceList
      const parent = yield* organization()
      const child = yield* organization({ parent })
      const line = { product_type: "domain", product_action: "renew", product_class: "nl", currency: "EUR" } as const
      yield* set(parent, [
        { ...line, price: Money.MinorUnits.make(499), period: Period.years(1) },
        { ...line, price: Money.MinorUnits.make(50), period: Period.months(1) }
      ])
      const { body } = yield* fetch(
        "GET",
        path(parent, "domain?product_action=renew&product_class=NL"),
        undefined,
        { key: yield* key(parent), headers: { "x-organization-context": child } }
      )
      assert.deepStrictEqual(body.prices, [
        { ...line, price: "0.50", period: { unit: "m", value: 1 } },
        { ...line, price: "4.99", period: { unit: "y", value: 1 } }
      ])
    }))

  it.effect("200: nothing for a product without prices", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const id = yield* organization()
      const { body } = yield* fetch("GET", path(id, "zones"), undefined, { key: yield* key(id) })
      assert.deepStrictEqual(body, { prices: [] })
    }))

  it.effect("403: a header that names no suborganization of the caller's", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const id = yield* organization()
      const headers = { "x-organization-context": yield* organization() }
      assert.strictEqual((yield* fetch("GET", path(id), undefined, { key: yield* key(id), headers })).status, 403)
    }))

  it.effect("404: strangers", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const { body, status } = yield* fetch("GET", path(yield* organization()), undefined, { key: mine })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
    }))

  it.effect("422: a product that there is not", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const id = yield* organization()
      const { body, status } = yield* fetch("GET", path(id, "cars?product_action=buy"), undefined, {
        key: yield* key(id)
      })
      assert.deepStrictEqual([status, issuesOf(body)], [422, [
        ["path.product_type", "enum"],
        ["query.product_action", "enum"]
      ]])
    }))
})
