import { assert, layer } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money, newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

layer(TestPlatform.layer)("GET /v1/organizations/{organization_id}", (it) => {
  it.effect("200: balance, plan and terms of one that pays for itself", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { topUp } = yield* Wallets
      const { changeTerms } = yield* OrganizationOperations
      const id = yield* organization()
      const plan = { plan_id: "plan_1", name: "Pro", plan_level: 3, amount: "9.00", currency: "EUR" } as const
      yield* topUp({ organization_id: id, amount: Money.MinorUnits.make(1_234), reference: "INV-1" })
      yield* changeTerms(id, {
        billing_model: "postpaid",
        credit_limit: Money.MinorUnits.make(50_000),
        customer_number: 42,
        active_plan: plan
      })
      const { body, status } = yield* fetch("GET", `/v1/organizations/${id}`, undefined, { key: yield* key(id) })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([body.account_balance, body.active_plan, body.parent_organization_id], [
        12.34,
        plan,
        null
      ])
      assert.deepStrictEqual(body.billing_metadata, {
        billing_model: "postpaid",
        credit_limit: 500,
        customer_number: 42
      })
      assert.deepStrictEqual([body.users, body.attributes], [[], []])
    }))

  it.effect("200: without the operator's external reference, alone and in lists", () =>
    Effect.gen(function*() {
      const { fetch, key } = yield* TestPlatform
      const { createParent } = yield* OrganizationOperations
      const { organization_id: id } = yield* createParent({ name: "Example", external_reference: "customer-4711" })
      const caller = { key: yield* key(id) }
      for (const path of [`/v1/organizations/${id}`, "/v1/organizations"]) {
        const { body, status } = yield* fetch("GET", path, undefined, caller)
        assert.strictEqual(status, 200)
        assert.notMatch(JSON.stringify(body), /external_reference|customer-4711/)
      }
    }))

  it.effect("200: a suborganization for its parent, without an account of its own", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const parent = yield* organization()
      const child = yield* organization({ parent })
      const { body, status } = yield* fetch("GET", `/v1/organizations/${child}`, undefined, { key: yield* key(parent) })
      assert.deepStrictEqual([status, body.account_balance, body.active_plan], [200, null, null])
      assert.deepStrictEqual(body.billing_metadata, { billing_model: null, credit_limit: null, customer_number: null })
    }))

  it.effect("404: another organization, the parent for its suborganization, and an unknown one", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const parent = yield* organization()
      const child = yield* key(yield* organization({ parent }))
      for (const id of [parent, yield* organization(), yield* newOrganizationId]) {
        const { body, status } = yield* fetch("GET", `/v1/organizations/${id}`, undefined, { key: child })
        assert.deepStrictEqual([status, body.code, body.organization_id], [404, "ERROR_ORGANIZATION_NOT_FOUND", id])
      }
    }))

  it.effect.each(["departments"])(
    "404: %s, which is no path below organizations",
    (segment) =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const mine = yield* key(yield* organization())
        for (const method of ["GET", "PATCH", "POST", "DELETE"]) {
          const { body, status } = yield* fetch(method, `/v1/organizations/${segment}`, undefined, { key: mine })
          assert.deepStrictEqual([status, body.code], [404, "ERROR_ROUTE_NOT_FOUND"], method)
        }
        const known = yield* fetch("PUT", "/v1/organizations/organization_1", undefined, { key: mine })
        assert.deepStrictEqual([known.status, known.headers.get("allow")], [405, "GET, HEAD, PATCH, DELETE"])
      })
  )

  it.effect("422: an id of another kind", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const { body, status } = yield* fetch(
        "GET",
        "/v1/organizations/user_01h455vb4pex5vsknk084sn02q",
        undefined,
        { key: mine }
      )
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.organization_id", "typeid_parsing"]]])
    }))
})
