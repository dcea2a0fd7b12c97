import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../../support/TestPlatform.ts"
import { caller, issuesOf } from "../../tags/caller.ts"
import { contactBody } from "../contactBody.ts"
import { attributeSetBody, unknownSet } from "./attributeSetBody.ts"
import { domainOfTld } from "./domainOfTld.ts"

const path = "/v1/contacts/attribute-sets"

layer(TestPlatform.layer)("DELETE /v1/contacts/attribute-sets/{contact_attribute_set_id}", (it) => {
  it.effect("204: a set that no domain uses, with its links", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { contact_attribute_set_id: id } = (yield* call("POST", path, attributeSetBody)).body
      const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
      yield* call("PATCH", `/v1/contacts/${contact_id}/link/${id}`)
      // A domain of another TLD does not use the set.
      yield* domainOfTld(call.organization, contact_id, "com")
      const deleter = yield* caller({ of: call.organization, rights: ["contacts:delete"] })
      const { body, status } = yield* deleter("DELETE", `${path}/${id}`)
      assert.deepStrictEqual([status, body], [204, undefined])
      assert.strictEqual((yield* call("GET", `${path}/${id}`)).status, 404)
      assert.deepStrictEqual((yield* call("GET", `/v1/contacts/${contact_id}`)).body.attribute_sets, [])
    }))

  it.effect("403: a key without contacts:delete", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      assert.strictEqual((yield* call("DELETE", `${path}/${unknownSet}`)).status, 403)
    }))

  it.effect("404: an unknown set, and one of another organization, which is unchanged", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const { contact_attribute_set_id: own } = (yield* owner("POST", path, attributeSetBody)).body
      const stranger = yield* caller()
      for (const id of [own, unknownSet]) {
        const { body, status } = yield* stranger("DELETE", `${path}/${id}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND"])
      }
      assert.strictEqual((yield* owner("GET", `${path}/${own}`)).status, 200)
    }))

  it.effect("409: a set whose contact a domain of the TLD names", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { contact_attribute_set_id: id } = (yield* call("POST", path, attributeSetBody)).body
      const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
      yield* call("PATCH", `/v1/contacts/${contact_id}/link/${id}`)
      yield* domainOfTld(call.organization, contact_id, "us")
      const { body, status } = yield* call("DELETE", `${path}/${id}`)
      assert.deepStrictEqual(
        [status, body.code, body.type, body.contact_attribute_set_id],
        [409, "ERROR_CONTACT_ATTRIBUTE_SET_IN_USE", "contact-attribute-set-in-use", id]
      )
      assert.strictEqual((yield* call("GET", `${path}/${id}`)).body.linked_contacts, 1)
    }))

  it.effect("422: a malformed id", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("DELETE", `${path}/contact_attribute_set_us`)
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.contact_attribute_set_id", "typeid_parsing"]]])
    }))
})
