import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../../support/TestPlatform.ts"
import { caller, issuesOf } from "../../tags/caller.ts"
import { attributeSetBody } from "./attributeSetBody.ts"

const path = "/v1/contacts/attribute-sets"

layer(TestPlatform.layer)("POST /v1/contacts/attribute-sets", (it) => {
  it.effect("201: a set with all of its members, its TLD normalised", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      const { body, status } = yield* call("POST", path, { ...attributeSetBody, label: " US citizens ", tld: ".US" })
      assert.strictEqual(status, 201)
      assert.match(body.contact_attribute_set_id, /^contact_attribute_set_[0-7][0-9a-z]{25}$/)
      assert.match(body.created_on, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.deepStrictEqual(body, {
        contact_attribute_set_id: body.contact_attribute_set_id,
        organization_id: call.organization,
        tld: "us",
        label: "US citizens",
        attributes: { US_NEXUS_CATEGORY: "C11", US_APP_PURPOSE: "P1" },
        linked_contacts: 0,
        created_on: body.created_on,
        updated_on: body.created_on
      })
    }))

  it.effect("201: without attributes that a role requires, for values of any role, and for values that do not apply", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const sets = [
        { tld: "us", attributes: {} },
        { tld: "us", attributes: { US_NEXUS_COUNTRY_CODE: "DE" } },
        { tld: "ca", attributes: { CIRA_CPR: "CCO" } },
        { tld: "de", attributes: { DE_CONTACT_TYPE: "REQUEST", DE_ABUSE_URI_TEMPLATE: "https://a.example/{domain}" } }
      ]
      for (const [index, set] of sets.entries()) {
        const { body, status } = yield* call("POST", path, { label: `set ${index}`, ...set })
        assert.deepStrictEqual([status, body.attributes], [201, set.attributes])
      }
    }))

  it.effect("403: a key without contacts:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:read", "contacts:delete"] })
      assert.strictEqual((yield* call("POST", path, attributeSetBody)).status, 403)
    }))

  it.effect("404: a TLD without a specification", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", path, { ...attributeSetBody, tld: ".Nowhere" })
      assert.deepStrictEqual([status, body.code, body.tld], [404, "ERROR_TLD_NOT_FOUND", "nowhere"])
    }))

  it.effect("409: a label that the organization has for the TLD", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* call("POST", path, attributeSetBody)
      const { body, status } = yield* call("POST", path, { ...attributeSetBody, attributes: {} })
      assert.strictEqual(status, 409)
      assert.deepStrictEqual(body, {
        type: "contact-attribute-set-label-already-exists",
        title: "Contact Attribute Set Error",
        status: 409,
        code: "ERROR_CONTACT_ATTRIBUTE_SET_LABEL_ALREADY_EXISTS",
        detail: "A contact attribute set of this TLD with the label \"US citizens\" already exists",
        label: "US citizens"
      })
      const elsewhere = { ...attributeSetBody, tld: "ca", attributes: {} }
      assert.strictEqual((yield* call("POST", path, elsewhere)).status, 201)
      const other = yield* caller()
      assert.strictEqual((yield* other("POST", path, attributeSetBody)).status, 201)
    }))

  it.effect("422: every member and every attribute that is wrong, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const members = yield* call("POST", path, { label: "x".repeat(256), tld: 1, attributes: { US_APP_PURPOSE: 1 } })
      assert.deepStrictEqual([members.status, issuesOf(members.body)], [422, [
        ["body.label", "string_too_long"],
        ["body.tld", "string_type"],
        ["body.attributes.US_APP_PURPOSE", "string_type"]
      ]])
      assert.sameDeepMembers(issuesOf((yield* call("POST", path, {})).body), [
        ["body.label", "missing"],
        ["body.tld", "missing"],
        ["body.attributes", "missing"]
      ])
      const attributes = yield* call("POST", path, {
        ...attributeSetBody,
        attributes: { US_NEXUS_CATEGORY: "C99", US_APP_PURPOSE: "", US_NEXUS_COUNTRY_CODE: "XX", SIDN_LEGAL_FORM: "BV" }
      })
      assert.deepStrictEqual([attributes.status, issuesOf(attributes.body)], [422, [
        ["body.attributes.US_NEXUS_CATEGORY", "enum"],
        ["body.attributes.US_APP_PURPOSE", "enum"],
        ["body.attributes.US_NEXUS_COUNTRY_CODE", "value_error"],
        ["body.attributes.SIDN_LEGAL_FORM", "extra_forbidden"]
      ]])
      const com = yield* call("POST", path, { ...attributeSetBody, tld: "com" })
      assert.deepStrictEqual(issuesOf(com.body).map(([, type]) => type), ["extra_forbidden", "extra_forbidden"])
      for (const label of ["", " ", "a\nb", "a\u0000", null]) {
        assert.strictEqual((yield* call("POST", path, { ...attributeSetBody, label })).status, 422, String(label))
      }
      assert.strictEqual((yield* call("GET", path)).body.total, 0)
    }))
})
