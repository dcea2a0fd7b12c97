import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../../support/TestPlatform.ts"
import { caller, issuesOf } from "../../tags/caller.ts"
import { contactBody } from "../contactBody.ts"
import { attributeSetBody, unknownSet } from "./attributeSetBody.ts"
import { domainOfTld } from "./domainOfTld.ts"

const path = "/v1/contacts/attribute-sets"
const unknownContact = "contact_01h455vb4pex5vsknk084sn02q"

const linked = Effect.fnUntraced(function*(call: Effect.Success<ReturnType<typeof caller>>) {
  const { contact_attribute_set_id: id } = (yield* call("POST", path, attributeSetBody)).body
  const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
  const link = `/v1/contacts/${contact_id}/link/${id}`
  yield* call("PATCH", link)
  return { id, contact_id, link }
})

layer(TestPlatform.layer)("DELETE /v1/contacts/{contact_id}/link/{contact_attribute_set_id}", (it) => {
  it.effect("204: the contact can have another set of the TLD afterwards", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      const { contact_id, id, link } = yield* linked(call)
      const { body, status } = yield* call("DELETE", link)
      assert.deepStrictEqual([status, body], [204, undefined])
      assert.deepStrictEqual((yield* call("GET", `/v1/contacts/${contact_id}`)).body.attribute_sets, [])
      assert.strictEqual((yield* call("GET", `${path}/${id}`)).body.linked_contacts, 0)
      assert.strictEqual((yield* call("PATCH", link)).status, 200)
    }))

  it.effect("403: a key without contacts:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:delete"] })
      assert.strictEqual((yield* call("DELETE", `/v1/contacts/${unknownContact}/link/${unknownSet}`)).status, 403)
    }))

  it.effect("404: a contact or set that is unknown or of another organization, and a set that the contact does not have", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const mine = yield* linked(owner)
      const stranger = yield* caller()
      const foreign = yield* stranger("DELETE", mine.link)
      assert.deepStrictEqual([foreign.status, foreign.body.code], [404, "ERROR_CONTACT_NOT_FOUND"])
      const unknown = yield* owner("DELETE", `/v1/contacts/${mine.contact_id}/link/${unknownSet}`)
      assert.deepStrictEqual([unknown.status, unknown.body.code], [404, "ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND"])
      yield* owner("DELETE", mine.link)
      const again = yield* owner("DELETE", mine.link)
      assert.deepStrictEqual([again.status, again.body.code], [404, "ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND"])
    }))

  it.effect("409: a contact that a domain of the TLD names", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { contact_id, id, link } = yield* linked(call)
      yield* domainOfTld(call.organization, contact_id, "us")
      const { body, status } = yield* call("DELETE", link)
      assert.deepStrictEqual(
        [status, body.code, body.contact_attribute_set_id],
        [409, "ERROR_CONTACT_ATTRIBUTE_SET_IN_USE", id]
      )
      assert.strictEqual((yield* call("GET", `${path}/${id}`)).body.linked_contacts, 1)
    }))

  it.effect("422: ids of other kinds", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("DELETE", `/v1/contacts/${unknownSet}/link/${unknownContact}`)
      assert.deepStrictEqual([status, issuesOf(body)], [422, [
        ["path.contact_id", "typeid_parsing"],
        ["path.contact_attribute_set_id", "typeid_parsing"]
      ]])
    }))
})
