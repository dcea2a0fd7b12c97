import { assert, layer } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { personCaller, storedUser } from "../access/people.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

const pathOf = (organization: OrganizationId) => `/v1/organizations/${organization}`

const family = Effect.fnUntraced(function*(credit = 0) {
  const { organization } = yield* TestPlatform
  const parent = yield* personCaller({ of: yield* organization({ credit }), role: "owner" })
  const child = yield* caller({ of: yield* organization({ parent: parent.organization }) })
  return { parent, child }
})

layer(TestPlatform.layer)("DELETE /v1/organizations/{organization_id}", (it) => {
  it.effect("204: revokes keys, removes users, and leaves the names of the users free", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family()
      const user = yield* storedUser(child)
      const deleted = yield* parent("DELETE", pathOf(child.organization))
      assert.strictEqual(deleted.status, 204, JSON.stringify(deleted.body))
      assert.strictEqual((yield* child("GET", "/v1/tags")).status, 401)
      assert.strictEqual((yield* parent("GET", pathOf(child.organization))).status, 404)
      assert.strictEqual((yield* parent("DELETE", pathOf(child.organization))).status, 404)
      assert.strictEqual((yield* parent("GET", `/v1/users/${user.user_id}`)).status, 404)
      const { items } = (yield* parent("GET", "/v1/organizations")).body
      assert.lengthOf(items, 1)
      const { email, first_name, last_name, locale, username } = user
      const again = yield* parent("POST", "/v1/users", { email, first_name, last_name, locale, username })
      assert.strictEqual(again.status, 200, JSON.stringify(again.body))
      const log = yield* parent("GET", `/v1/archive/object-logs/${child.organization}`)
      assert.deepStrictEqual(log.body.items.map(({ action }: { action: string }) => action), ["DELETED"])
    }))

  it.effect("409: with everything that the organization owns, and deletes nothing", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family(100_000)
      const { contact_id } = (yield* child("POST", "/v1/contacts", contactBody)).body
      const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
      const domain = yield* child("POST", "/v1/domains", {
        name: `${child.organization.slice(-12)}.com`,
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts
      })
      assert.strictEqual(domain.status, 201, JSON.stringify(domain.body))
      for (const name of ["one", "two"]) {
        const zone = yield* child("POST", "/v1/dns", { name: `${name}-${child.organization.slice(-12)}.example` })
        assert.strictEqual(zone.status, 201, JSON.stringify(zone.body))
      }
      const { body, status } = yield* parent("DELETE", pathOf(child.organization))
      assert.strictEqual(status, 409)
      assert.deepInclude(body, {
        code: "ERROR_ORGANIZATION_IN_USE",
        type: "organization-in-use",
        domains: 1,
        zones: 2,
        vanity_nameserver_sets: 0,
        whitelabel_brandings: 0,
        suborganizations: 0,
        account_balance: null
      })
      assert.strictEqual((yield* child("GET", "/v1/tags")).status, 200)
    }))

  it.effect("409: with a balance of its own, or a debt", () =>
    Effect.gen(function*() {
      const { parent } = yield* family()
      yield* OrganizationOperations.use(({ changeTerms }) =>
        changeTerms(parent.organization, { independent_billing_approved: true })
      )
      const made = yield* parent("POST", "/v1/organizations", {
        name: "Independent",
        billing_mode: "independent",
        currency: "EUR",
        country_code: "DE",
        users: [{ username: "grace", email: "grace@example.org", first_name: "Grace", last_name: "H", locale: "en" }]
      })
      assert.strictEqual(made.status, 200, JSON.stringify(made.body))
      const { organization_id } = made.body
      const { adjust, takeBack, topUp } = yield* Wallets
      const billing_transaction_id = yield* topUp({
        organization_id,
        amount: Money.MinorUnits.make(5),
        reference: "payment"
      })
      const { body, status } = yield* parent("DELETE", pathOf(organization_id))
      assert.deepStrictEqual([status, body.account_balance], [409, "0.05 EUR"])
      yield* takeBack({
        organization_id,
        billing_transaction_id,
        amount: Money.MinorUnits.make(-8),
        reference: "chargeback"
      })
      const indebted = yield* parent("DELETE", pathOf(organization_id))
      assert.deepStrictEqual([indebted.status, indebted.body.account_balance], [409, "-0.03 EUR"])
      yield* adjust({ organization_id, amount: Money.MinorUnits.make(3), reference: "waived" })
      assert.strictEqual((yield* parent("DELETE", pathOf(organization_id))).status, 204)
      const late = yield* Effect.flip(
        topUp({ organization_id, amount: Money.MinorUnits.make(5), reference: "late payment" })
      )
      assert.strictEqual(late.code, "ERROR_ORGANIZATION_NOT_FOUND")
    }))

  it.effect("403: of the caller's own organization; its operator deletes it, without suborganizations", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family()
      for (const call of [parent, child]) {
        const { body, status } = yield* call("DELETE", pathOf(call.organization))
        assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
      }
      const { remove } = yield* OrganizationOperations
      const refused = yield* Effect.flip(remove(parent.organization))
      assert.deepInclude(refused, { code: "ERROR_ORGANIZATION_IN_USE", suborganizations: 1 })
      yield* remove(child.organization)
      yield* remove(parent.organization)
      assert.strictEqual((yield* parent("GET", "/v1/users/me")).status, 401)
    }))

  it.effect("404: another organization, the parent for its suborganization, and an unknown one", () =>
    Effect.gen(function*() {
      const { child, parent } = yield* family()
      const stranger = yield* family()
      for (const id of [stranger.parent.organization, stranger.child.organization, yield* newOrganizationId]) {
        assert.strictEqual((yield* parent("DELETE", pathOf(id))).status, 404)
      }
      assert.strictEqual((yield* child("DELETE", pathOf(parent.organization))).status, 404)
    }))
})
