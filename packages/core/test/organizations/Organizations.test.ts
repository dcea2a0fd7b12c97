import { assert, layer } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { newRequestId, type NewUser, RequestIdentity } from "@namewright/core/access"
import { TaxRateUnits } from "@namewright/core/billing"
import {
  type NewOrganization,
  OrganizationOperations,
  Organizations,
  VatRegister
} from "@namewright/core/organizations"
import { CurrentActor, InvalidInput, Money, newOrganizationId, type Permission } from "@namewright/core/shared"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { as, newChild, newParent, organizationsPlatform, platformWith } from "./OrganizationsPlatform.ts"

const user = (name: string): NewUser => ({
  username: name,
  email: `${name}@example.com`,
  first_name: "Ada",
  last_name: "Lovelace",
  locale: "en_US"
})

const firstPage = { page: 1, page_size: 10 }
const oldestFirst = { by: "created_on", order: "asc" } as const
const approved = { terms: { independent_billing_approved: true } } as const
const independent = { name: "Child", billing_mode: "independent" } as const

const names = (page: { readonly items: ReadonlyArray<{ readonly name: string }> }) => page.items.map(({ name }) => name)

const issuesOf = (error: unknown) =>
  error instanceof InvalidInput ? error.issues.map((issue) => [issue.loc.join("."), issue.type]) : error

layer(organizationsPlatform)("Organizations", (it) => {
  it.effect("creates a suborganization of the caller's, its first user as owner and the others as admins", () =>
    Effect.gen(function*() {
      const { create, get } = yield* Organizations
      const parent = yield* newParent()
      const made = yield* create({
        name: "Child",
        country_code: "de",
        tax_rate: TaxRateUnits.make(190_000),
        users: [user("first.owner"), user("then.admin")],
        attributes: [{ key: "color", value: "red", private: true }]
      }).pipe(as(parent))
      assert.deepStrictEqual(
        [made.parent_organization_id, made.status, made.billing_mode, made.country_code, made.currency],
        [parent, "active", "consolidated", "DE", null]
      )
      assert.deepStrictEqual(made.users.map(({ role, username }) => [username, role]), [
        ["first.owner", "owner"],
        ["then.admin", "admin"]
      ])
      assert.deepStrictEqual(made.attributes.map(({ key, value }) => [key, value]), [["color", "red"]])
      const read = yield* get(made.organization_id).pipe(as(parent))
      assert.deepStrictEqual(read.users, made.users)
      const own = yield* get(made.organization_id).pipe(as(made.organization_id, parent))
      assert.deepStrictEqual([own.name, own.attributes], ["Child", []])
    }))

  it.effect("creates users for callers with all rights of an owner only", () =>
    Effect.gen(function*() {
      const { create, list } = yield* Organizations
      const parent = yield* newParent()
      const manager = Effect.provideService(CurrentActor, {
        ...administrator(parent),
        permissions: new Set<Permission>(["organization:manage", "organization:read"])
      })
      const refused = yield* create({ name: "Child", users: [user("exceeding.owner")] }).pipe(manager, Effect.flip)
      assert.strictEqual(refused._tag, "PermissionDenied")
      assert.deepStrictEqual(names(yield* list({}, oldestFirst, firstPage).pipe(as(parent))), ["Parent"])
      yield* create({ name: "Without users" }).pipe(manager)
      const { users } = yield* create({ name: "Child", users: [user("exceeding.owner")] }).pipe(as(parent))
      assert.deepStrictEqual(users.map(({ username }) => username), ["exceeding.owner"])
    }))

  it.effect("creates the organization of a request once, however often it is tried", () =>
    Effect.gen(function*() {
      const { create, list } = yield* Organizations
      const parent = yield* newParent()
      const request = yield* newRequestId
      const tried = create({ name: "Tried", users: [user("tried.owner")] }).pipe(
        as(parent),
        Effect.provideService(RequestIdentity, Option.some(request))
      )
      const first = yield* tried
      assert.deepStrictEqual(yield* tried, first)
      assert.strictEqual((yield* list({}, oldestFirst, firstPage).pipe(as(parent))).total, 2)
    }))

  it.effect("stores nothing when a user's name or email is taken", () =>
    Effect.gen(function*() {
      const { create, list } = yield* Organizations
      const parent = yield* newParent()
      yield* create({ name: "One", users: [user("unique")] }).pipe(as(parent))
      const failed = yield* Effect.flip(
        create({ name: "Two", users: [user("fresh"), user("UNIQUE")] }).pipe(as(parent))
      )
      assert.strictEqual(failed._tag, "UserExists")
      assert.strictEqual((yield* list({}, oldestFirst, firstPage).pipe(as(parent))).total, 2)
      yield* create({ name: "Two", users: [user("fresh")] }).pipe(as(parent))
    }))

  it.effect("keeps to two levels", () =>
    Effect.gen(function*() {
      const { create } = yield* Organizations
      const parent = yield* newParent()
      const child = yield* newChild(parent)
      const byChild = yield* Effect.flip(create({ name: "Grandchild" }).pipe(as(child, parent)))
      assert.strictEqual(byChild._tag, "PermissionDenied")
      const belowChild = yield* Effect.flip(
        create({ name: "Grandchild", parent_organization_id: child }).pipe(as(parent))
      )
      assert.deepStrictEqual(issuesOf(belowChild), [["body.parent_organization_id", "value_error"]])
      for (const stranger of [yield* newOrganizationId, yield* newParent()]) {
        const elsewhere = yield* Effect.flip(
          create({ name: "Child", parent_organization_id: stranger }).pipe(as(parent))
        )
        assert.strictEqual(elsewhere._tag, "UnknownOrganization")
      }
    }))

  it.effect("refuses a currency or a country that there is not, both at once", () =>
    Effect.gen(function*() {
      const { create } = yield* Organizations
      const parent = yield* newParent()
      const failed = yield* Effect.flip(create({ name: "Child", currency: "GBP", country_code: "ZZ" }).pipe(as(parent)))
      assert.deepStrictEqual(issuesOf(failed), [["body.currency", "enum"], ["body.country_code", "country_code"]])
    }))

  it.effect("makes an account of its own for an approved parent, a currency, a country and a contact", () =>
    Effect.gen(function*() {
      const { create, get } = yield* Organizations
      const { changeTerms } = yield* OrganizationOperations
      const parent = yield* newParent()
      const complete = { ...independent, currency: "USD", country_code: "US", users: [user("billing.contact")] }
      const attempt = (input: NewOrganization) => Effect.flip(create(input).pipe(as(parent)))

      assert.strictEqual((yield* attempt(complete))._tag, "IndependentBillingNotApproved")
      yield* changeTerms(parent, { independent_billing_approved: true })
      const unnamed = yield* attempt(independent)
      assert.deepInclude(unnamed, { invalid_fields: ["currency", "country_code"] })
      const wrong = yield* attempt({ ...independent, currency: "GBP", country_code: "ZZ" })
      assert.deepInclude(wrong, { invalid_fields: ["currency", "country_code"] })
      assert.strictEqual(wrong._tag, "IndependentBillingAttributesInvalid")
      const { users: _, ...alone } = complete
      assert.strictEqual((yield* attempt(alone))._tag, "IndependentBillingContactNotFound")

      const { organization_id } = yield* create(complete).pipe(as(parent))
      const read = yield* get(organization_id).pipe(as(parent))
      assert.deepStrictEqual([read.currency, read.account_balance, read.billing_metadata.billing_model], [
        "USD",
        0,
        "prepaid"
      ])
    }))

  it.effect("allows an account of its own only directly below the top", () =>
    Effect.gen(function*() {
      const { create } = yield* Organizations
      const { createParent } = yield* OrganizationOperations
      const parent = yield* newParent(approved)
      const child = yield* newChild(parent)
      const errors = [
        yield* Effect.flip(create(independent).pipe(as(child, parent))),
        yield* Effect.flip(create({ ...independent, parent_organization_id: child }).pipe(as(parent))),
        yield* Effect.flip(createParent(independent))
      ]
      assert.deepStrictEqual(errors.map((error) => error._tag), Array(3).fill("IndependentBillingNotAllowed"))
    }))

  it.effect("lists the caller's own organization and its suborganizations, a suborganization itself", () =>
    Effect.gen(function*() {
      const { list } = yield* Organizations
      const parent = yield* newParent({ name: "Parent Ltd" })
      yield* TestClock.adjust("1 minute")
      const child = yield* newChild(parent, { name: "Child Ltd", country_code: "SE" })
      yield* newChild(yield* newParent(), { name: "Stranger Ltd" })
      assert.deepStrictEqual(names(yield* list({}, oldestFirst, firstPage).pipe(as(parent))), [
        "Parent Ltd",
        "Child Ltd"
      ])
      assert.deepStrictEqual(names(yield* list({}, oldestFirst, firstPage).pipe(as(child, parent))), ["Child Ltd"])
      assert.deepStrictEqual(
        names(yield* list({ search: "ltd", country_code: "SE" }, oldestFirst, firstPage).pipe(as(parent))),
        ["Child Ltd"]
      )
    }))

  it.effect("finds neither strangers, nor the parent for its suborganization", () =>
    Effect.gen(function*() {
      const { get, update } = yield* Organizations
      const parent = yield* newParent()
      const child = yield* newChild(parent)
      const sibling = yield* newChild(parent)
      for (const id of [parent, sibling, yield* newParent(), yield* newOrganizationId]) {
        assert.strictEqual((yield* Effect.flip(get(id).pipe(as(child, parent))))._tag, "UnknownOrganization")
        assert.strictEqual((yield* Effect.flip(update(id, {}).pipe(as(child, parent))))._tag, "UnknownOrganization")
      }
    }))

  it.effect("shows its people to those who may read users", () =>
    Effect.gen(function*() {
      const { get } = yield* Organizations
      const parent = yield* newParent({ users: [user("someone")] })
      const rights = new Set<Permission>(["organization:read"])
      const actor = { ...administrator(parent), permissions: rights }
      assert.deepStrictEqual((yield* Effect.provideService(get(parent), CurrentActor, actor)).users, [])
      assert.strictEqual((yield* get(parent).pipe(as(parent))).users.length, 1)
    }))

  it.effect("changes what a patch names, clears what it sets to null, and keeps the name", () =>
    Effect.gen(function*() {
      const { get, update } = yield* Organizations
      const parent = yield* newParent({ name: "Before", city: "Graz", country_code: "AT" })
      const patched = yield* update(parent, { name: null, city: null, state: "Steiermark" }).pipe(as(parent))
      assert.deepStrictEqual(
        [patched.name, patched.city, patched.state, patched.country_code],
        ["Before", null, "Steiermark", "AT"]
      )
      yield* update(parent, { name: "After" }).pipe(as(parent))
      assert.strictEqual((yield* get(parent).pipe(as(parent))).name, "After")
    }))

  it.effect("keeps the country of an organization with an account of its own", () =>
    Effect.gen(function*() {
      const { update } = yield* Organizations
      const parent = yield* newParent(approved)
      const child = yield* newChild(parent, {
        billing_mode: "independent",
        currency: "EUR",
        country_code: "FR",
        users: [user("jeanne")]
      })
      const failed = yield* Effect.flip(update(child, { country_code: null }).pipe(as(parent)))
      assert.deepInclude(failed, { invalid_fields: ["country_code"] })
    }))

  it.effect("shows balance and terms of those who pay for themselves", () =>
    Effect.gen(function*() {
      const { get } = yield* Organizations
      const parent = yield* newParent({
        starting_credit: Money.MinorUnits.make(12_345),
        terms: { billing_model: "postpaid", credit_limit: Money.MinorUnits.make(250_050), customer_number: 7 }
      })
      const child = yield* newChild(parent)
      const paying = yield* get(parent).pipe(as(parent))
      assert.strictEqual(paying.account_balance, 123.45)
      assert.deepStrictEqual(paying.billing_metadata, {
        billing_model: "postpaid",
        credit_limit: 2500,
        customer_number: 7
      })
      const paidFor = yield* get(child).pipe(as(parent))
      assert.deepStrictEqual([paidFor.account_balance, paidFor.billing_metadata.billing_model], [null, null])
    }))
})

const register = Layer.succeed(VatRegister, {
  check: ({ name, vat }) =>
    Effect.succeed(vat.number !== "123456789" ? "malformed" : name === "ACME" ? "confirmed" : "mismatch")
})

layer(platformWith(register))("Organizations with a VAT register", (it) => {
  it.effect("refuse a number that is another company's, or none", () =>
    Effect.gen(function*() {
      const { create, list } = yield* Organizations
      const parent = yield* newParent()
      const attempt = (name: string, tax_id: string) =>
        Effect.flip(create({ name, country_code: "DE", tax_id }).pipe(as(parent)))
      assert.deepStrictEqual(issuesOf(yield* attempt("Other", "DE 123 456 789")), [
        ["body.organization.tax_id", "vat-company-details-mismatch"]
      ])
      assert.deepStrictEqual(issuesOf(yield* attempt("ACME", "DE12")), [["body.tax_id", "value_error"]])
      assert.strictEqual((yield* list({}, oldestFirst, firstPage).pipe(as(parent))).total, 1)
      yield* create({ name: "ACME", country_code: "DE", tax_id: "DE123456789" }).pipe(as(parent))
      yield* create({ name: "Other", country_code: "DE", tax_id: "12/345/67890" }).pipe(as(parent))
    }))

  it.effect("ask again when the company changes, and only then", () =>
    Effect.gen(function*() {
      const { update } = yield* Organizations
      const parent = yield* newParent({ name: "ACME", country_code: "DE", tax_id: "DE123456789" })
      const failed = yield* Effect.flip(update(parent, { name: "Other" }).pipe(as(parent)))
      assert.deepStrictEqual(issuesOf(failed), [["body.organization.tax_id", "vat-company-details-mismatch"]])
      yield* update(parent, { state: "Bayern" }).pipe(as(parent))
    }))
})
