import { assert, layer } from "@effect/vitest"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"

const pathOf = (organization: OrganizationId) => `/v1/organizations/${organization}/limits`

const family = Effect.gen(function*() {
  const { organization } = yield* TestPlatform
  const parent = yield* caller({ of: yield* organization({ credit: 100_000 }) })
  const child = yield* caller({ of: yield* organization({ parent: parent.organization }) })
  return { parent, child }
})

const register = Effect.fnUntraced(function*(call: Effect.Success<typeof family>["child"], name: string) {
  const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
  return yield* call("POST", "/v1/domains", {
    name: `${name}-${call.organization.slice(-12)}.com`,
    renewal_mode: "renew",
    period: { unit: "y", value: 1 },
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
  })
})

layer(TestPlatform.layer)("/v1/organizations/{organization_id}/limits", (it) => {
  it.effect("200: none to begin with, for the organization and its parent", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      for (const call of [child, parent]) {
        const { body, status } = yield* call("GET", pathOf(child.organization))
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(body, {
          organization_id: child.organization,
          monthly_spend: null,
          domains: null,
          currency: "EUR",
          spent_this_month: "0.00",
          domain_count: 0
        })
      }
    }))

  it.effect("200: changes the listed members, removes with null, and logs the change", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      const path = pathOf(child.organization)
      const change = (body: unknown) => parent("PATCH", path, body)
      yield* change({ monthly_spend: "250.00", domains: 5 })
      assert.deepInclude((yield* change({ domains: 7 })).body, { monthly_spend: "250.00", domains: 7 })
      assert.deepInclude((yield* change({ monthly_spend: null })).body, { monthly_spend: null, domains: 7 })
      const log = yield* child("GET", `/v1/archive/object-logs/${child.organization}?sort_order=asc`)
      assert.strictEqual(
        log.body.items.filter(({ action }: { action: string }) => action === "UPDATED").length,
        3
      )
    }))

  it.effect("402 and 409: refuse orders of the suborganization", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      const path = pathOf(child.organization)
      yield* parent("PATCH", path, { monthly_spend: "15.00", domains: 1 })
      assert.strictEqual((yield* register(child, "one")).status, 201)
      const full = yield* register(child, "two")
      assert.deepStrictEqual(
        [full.status, full.body.code, full.body.limit],
        [409, "ERROR_ORGANIZATION_DOMAIN_LIMIT", 1]
      )
      yield* parent("PATCH", path, { domains: 2 })
      const spent = yield* register(child, "two")
      assert.deepStrictEqual(
        [spent.status, spent.body.code, spent.body.required, spent.body.available],
        [402, "ERROR_BILLING_INSUFFICIENT_FUNDS", "9.50", "5.50"]
      )
      assert.deepInclude((yield* child("GET", path)).body, { spent_this_month: "9.50", domain_count: 1 })
    }))

  it.effect("403: a change of the own limits", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      for (const call of [child, parent]) {
        const { body, status } = yield* call("PATCH", pathOf(call.organization), { domains: 1 })
        assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
      }
    }))

  it.effect("404: another organization, and the parent for its suborganization", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      for (const id of [(yield* family).child.organization, yield* newOrganizationId]) {
        assert.strictEqual((yield* parent("GET", pathOf(id))).status, 404)
        assert.strictEqual((yield* parent("PATCH", pathOf(id), { domains: 1 })).status, 404)
      }
      assert.strictEqual((yield* child("GET", pathOf(parent.organization))).status, 404)
    }))

  it.effect("422: negative limits, other numbers and other texts", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family
      const cases = [["monthly_spend", ["-1.00", "1.001", "ten", 10]], ["domains", [-1, 1.5, "1"]]] as const
      for (const [member, values] of cases) {
        for (const value of values) {
          const { body, status } = yield* parent("PATCH", pathOf(child.organization), { [member]: value })
          assert.deepStrictEqual([status, issuesOf(body)[0]?.[0]], [422, `body.${member}`], String(value))
        }
      }
    }))
})
