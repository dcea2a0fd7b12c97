import { assert, layer } from "@effect/vitest"
import { UserCredentials } from "@namewright/core/access"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Effect, Redacted } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const user = (username: string) => ({
  username,
  email: `${username}@example.com`,
  first_name: "Grace",
  last_name: "Hopper",
  locale: "en_US"
})

/** New parent, and requests of its administrator. */
const parent = Effect.gen(function*() {
  const { fetch, key, organization } = yield* TestPlatform
  const id = yield* organization()
  const name = yield* key(id)
  return {
    id,
    create: (body: unknown, headers?: Record<string, string>) =>
      fetch("POST", "/v1/organizations", body, { key: name, headers }),
    total: Effect.map(fetch("GET", "/v1/organizations", undefined, { key: name }), ({ body }) => body.total)
  }
})

layer(TestPlatform.layer)("POST /v1/organizations", (it) => {
  it.effect("200: a suborganization with every field, its people and its attributes", () =>
    Effect.gen(function*() {
      const { create, id } = yield* parent
      const fields = {
        name: "ACME Köln",
        country_code: "DE",
        city: "Köln",
        address_1: "Hauptstraße 1",
        address_2: null,
        postal_code: "50667",
        state: "NRW",
        currency: "EUR",
        default_locale: "de_DE",
        business_number: "HRB 1",
        tax_id: "12/345/67890",
        tax_id_type: "de_stn"
      }
      const { body, status } = yield* create({
        ...fields,
        tax_rate: 19,
        users: [user("ghopper"), user("second")],
        attributes: [{ key: "tier", value: { level: 2 } }]
      })
      assert.strictEqual(status, 200)
      const { attributes, created_on, organization_id, users, ...rest } = body
      assert.deepStrictEqual(rest, {
        ...fields,
        tax_rate: "19.00",
        parent_organization_id: id,
        status: "active",
        billing_mode: "consolidated",
        deleted_on: null,
        keycloak_organization_id: null
      })
      assert.match(organization_id, /^organization_/)
      assert.match(created_on, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
      assert.deepStrictEqual(users.map((one: any) => [one.username, one.role]), [
        ["ghopper", "owner"],
        ["second", "admin"]
      ])
      assert.deepInclude(attributes[0], { key: "tier", value: { level: 2 }, private: false, protected: false })
      assert.isTrue(Number.isInteger(attributes[0].organization_attribute_id))
    }))

  it.effect("200: passwords, with which its people can sign in and which nothing shows", () =>
    Effect.gen(function*() {
      const { verifyPassword } = yield* UserCredentials
      const { create } = yield* parent
      const password = "correct horse battery"
      const people = [{ ...user("chosen"), password }, { ...user("unchosen"), password: null }]
      const { body, status } = yield* create({ name: "With passwords", users: people })
      assert.strictEqual(status, 200)
      assert.notInclude(JSON.stringify(body), "horse")
      const account = yield* verifyPassword("chosen", Redacted.make(password), undefined)
      assert.strictEqual(account.user.user_id, body.users[0].user_id)
    }))

  it.effect("422: every password that the policy refuses, and nothing stored", () =>
    Effect.gen(function*() {
      const { create, total } = yield* parent
      const people = [
        { ...user("short"), password: "short" },
        { ...user("fine"), password: "correct horse battery" },
        { ...user("one-key-held-down"), password: "aaaaaaaaaaaaaaaaaaaa" }
      ]
      const { body, status } = yield* create({ name: "Refused", users: people })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body), [
        ["body.users.0.password", "string_too_short"],
        ["body.users.2.password", "value_error"]
      ])
      assert.notInclude(JSON.stringify(body), "aaaa")
      assert.strictEqual(yield* total, 1)
    }))

  it.effect("200: the same answer to a repeated request with an idempotency key", () =>
    Effect.gen(function*() {
      const { create, total } = yield* parent
      const headers = { "idempotency-key": "once" }
      const first = yield* create({ name: "Once" }, headers)
      const second = yield* create({ name: "Once" }, headers)
      assert.strictEqual(second.body.organization_id, first.body.organization_id)
      assert.strictEqual(yield* total, 2)
    }))

  it.effect("403: a suborganization, which cannot have suborganizations", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const child = yield* key(yield* organization({ parent: yield* organization() }))
      const { body, status } = yield* fetch("POST", "/v1/organizations", { name: "Below" }, { key: child })
      assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
    }))

  it.effect("404: another organization as the parent", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { create } = yield* parent
      const stranger = yield* organization()
      const { body, status } = yield* create({ name: "Child", parent_organization_id: stranger })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
      assert.strictEqual(body.organization_id, stranger)
    }))

  it.effect("409: a user that there is, and nothing stored", () =>
    Effect.gen(function*() {
      const { create, total } = yield* parent
      assert.strictEqual((yield* create({ name: "One", users: [user("taken")] })).status, 200)
      const { body, status } = yield* create({ name: "Two", users: [user("Taken")] })
      assert.deepStrictEqual([status, body.code], [409, "ERROR_USER_EXISTS"])
      assert.strictEqual(yield* total, 2)
    }))

  it.effect("409: an attribute that claims to be protected", () =>
    Effect.gen(function*() {
      const { create, total } = yield* parent
      const { body, status } = yield* create({ name: "One", attributes: [{ key: "k", value: 1, protected: true }] })
      assert.deepStrictEqual([status, body.code, body.key], [409, "ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED", "k"])
      assert.strictEqual(yield* total, 1)
    }))

  it.effect("422: every field that is wrong", () =>
    Effect.gen(function*() {
      const { create, total } = yield* parent
      const long = "x".repeat(256)
      const { body, status } = yield* create({
        name: "",
        city: long,
        postal_code: "x".repeat(21),
        business_number: "x".repeat(101),
        tax_id: "x".repeat(51),
        tax_rate: "19,0",
        billing_mode: "shared",
        parent_organization_id: "domain_01h455vb4pex5vsknk084sn02q",
        users: [{ ...user("ok"), username: "a b", locale: "english" }],
        attributes: [{ key: "" }]
      })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body).toSorted(), [
        ["body.attributes.0.key", "string_too_short"],
        ["body.billing_mode", "enum"],
        ["body.business_number", "string_too_long"],
        ["body.city", "string_too_long"],
        ["body.name", "string_too_short"],
        ["body.parent_organization_id", "typeid_parsing"],
        ["body.postal_code", "string_too_long"],
        ["body.tax_id", "string_too_long"],
        ["body.tax_rate", "decimal_parsing"],
        ["body.users.0.locale", "string_pattern_mismatch"],
        ["body.users.0.username", "string_pattern_mismatch"]
      ])
      assert.strictEqual(yield* total, 1)
    }))

  it.effect("422: a missing name, a currency and a country that there are not", () =>
    Effect.gen(function*() {
      const { create } = yield* parent
      assert.deepStrictEqual(issuesOf((yield* create({})).body), [["body.name", "missing"]])
      const { body } = yield* create({ name: "Child", currency: "GBP", country_code: "ZZ" })
      assert.deepStrictEqual(issuesOf(body), [["body.currency", "enum"], ["body.country_code", "country_code"]])
    }))

  it.effect("422: a VAT number that has not the form of its country's", () =>
    Effect.gen(function*() {
      const { create } = yield* parent
      const { body, status } = yield* create({ name: "Child", country_code: "DE", tax_id: "DE12" })
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.tax_id", "value_error"]]])
    }))

  it.effect("422: independent billing that is not approved, not complete, without contact, or too deep", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { changeTerms } = yield* OrganizationOperations
      const { create, id } = yield* parent
      const independent = { name: "Own account", billing_mode: "independent" }
      const complete = { ...independent, currency: "USD", country_code: "US", users: [user("payer")] }

      const unapproved = yield* create(complete)
      assert.deepStrictEqual([unapproved.status, unapproved.body.code], [422, "ERROR_INDEPENDENT_BILLING_NOT_APPROVED"])

      yield* changeTerms(id, { independent_billing_approved: true })
      for (const fields of [{}, { currency: "GBP", country_code: "ZZ" }, { currency: null, country_code: "Germany" }]) {
        const { body, status } = yield* create({ ...independent, ...fields })
        assert.deepStrictEqual([status, body.code, body.type], [
          422,
          "ERROR_INDEPENDENT_BILLING_ATTRIBUTES_INVALID",
          "independent-billing-attributes-invalid"
        ])
        assert.deepStrictEqual(body.invalid_fields, ["currency", "country_code"])
      }
      const alone = yield* create({ ...complete, users: [] })
      assert.strictEqual(alone.body.code, "ERROR_INDEPENDENT_BILLING_CONTACT_NOT_FOUND")
      const child = yield* organization({ parent: id })
      const below = yield* create({ ...complete, parent_organization_id: child })
      assert.strictEqual(below.body.code, "ERROR_INDEPENDENT_BILLING_NOT_ALLOWED")

      const made = yield* create(complete)
      assert.deepStrictEqual([made.status, made.body.billing_mode, made.body.currency], [200, "independent", "USD"])
    }))
})
