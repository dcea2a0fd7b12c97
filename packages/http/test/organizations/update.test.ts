import { assert, layer } from "@effect/vitest"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

/** New parent, and requests of its administrator. */
const parent = Effect.gen(function*() {
  const { fetch, key, organization } = yield* TestPlatform
  const id = yield* organization()
  const name = yield* key(id)
  const patch = (target: OrganizationId, body: unknown) =>
    fetch("PATCH", `/v1/organizations/${target}`, body, { key: name })
  return { id, patch }
})

layer(TestPlatform.layer)("PATCH /v1/organizations/{organization_id}", (it) => {
  it.effect("200: changes given members, clears null ones, and ignores currency and status", () =>
    Effect.gen(function*() {
      const { id, patch } = yield* parent
      yield* patch(id, { city: "Graz", country_code: "AT", tax_rate: "20" })
      const { body, status } = yield* patch(id, {
        name: " New name ",
        city: null,
        tax_rate: 8.125,
        currency: "USD",
        status: "inactive"
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        [body.name, body.city, body.country_code, body.tax_rate, body.currency, body.status],
        ["New name", null, "AT", "8.125", "EUR", "active"]
      )
      const { body: unchanged } = yield* patch(id, {})
      assert.deepStrictEqual(unchanged, body)
    }))

  it.effect("200: a parent changes its suborganization", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { id, patch } = yield* parent
      const child = yield* organization({ parent: id })
      assert.strictEqual((yield* patch(child, { name: "Renamed" })).body.name, "Renamed")
    }))

  it.effect("404: strangers", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { patch } = yield* parent
      const { body, status } = yield* patch(yield* organization(), { name: "Mine now" })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
    }))

  it.effect("422: a billing mode, whatever its value, beside every other problem", () =>
    Effect.gen(function*() {
      const { id, patch } = yield* parent
      for (const billing_mode of ["consolidated", "independent", null, 7]) {
        const { body, status } = yield* patch(id, { billing_mode, name: "" })
        assert.strictEqual(status, 422)
        assert.deepStrictEqual(issuesOf(body).toSorted(), [
          ["body.billing_mode", "extra_forbidden"],
          ["body.name", "string_too_short"]
        ])
      }
    }))

  it.effect("422: values out of bounds", () =>
    Effect.gen(function*() {
      const { id, patch } = yield* parent
      const { body } = yield* patch(id, { country_code: "ZZ", tax_rate: 101, postal_code: "x".repeat(21) })
      assert.deepStrictEqual(issuesOf(body).toSorted(), [
        ["body.country_code", "country_code"],
        ["body.postal_code", "string_too_long"],
        ["body.tax_rate", "decimal_parsing"]
      ])
    }))
})
