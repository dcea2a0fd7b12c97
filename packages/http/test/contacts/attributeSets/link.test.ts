import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../../support/TestPlatform.ts"
import { caller, issuesOf } from "../../tags/caller.ts"
import { contactBody } from "../contactBody.ts"
import { attributeSetBody, unknownSet } from "./attributeSetBody.ts"

const path = "/v1/contacts/attribute-sets"
const unknownContact = "contact_01h455vb4pex5vsknk084sn02q"

const made = Effect.fnUntraced(function*(call: Effect.Success<ReturnType<typeof caller>>) {
  const set = (yield* call("POST", path, attributeSetBody)).body
  const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
  const id: string = set.contact_attribute_set_id
  return { set, id, contact_id: String(contact_id), link: `/v1/contacts/${contact_id}/link/${id}` }
})

layer(TestPlatform.layer)("PATCH /v1/contacts/{contact_id}/link/{contact_attribute_set_id}", (it) => {
  it.effect("200: the link, which the contact and the set show", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      const { contact_id, id, link, set } = yield* made(call)
      const { body, status } = yield* call("PATCH", link)
      assert.match(body.contact_attribute_link_id, /^contact_attribute_link_[0-7][0-9a-z]{25}$/)
      assert.match(body.created_on, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.deepStrictEqual([status, body], [200, {
        contact_attribute_link_id: body.contact_attribute_link_id,
        contact_id,
        contact_attribute_set_id: id,
        tld: "us",
        created_on: body.created_on
      }])
      const { attributes, label, tld } = set
      const attribute_sets = [{ contact_attribute_set_id: id, label, tld, attributes }]
      assert.deepStrictEqual((yield* call("GET", `/v1/contacts/${contact_id}`)).body.attribute_sets, attribute_sets)
      const { items } = (yield* call("GET", "/v1/contacts?include=tags")).body
      assert.deepStrictEqual(items.map((contact: { attribute_sets: unknown }) => contact.attribute_sets), [
        attribute_sets
      ])
      assert.strictEqual((yield* call("GET", `${path}/${id}`)).body.linked_contacts, 1)
      assert.strictEqual((yield* call("GET", path)).body.items[0].linked_contacts, 1)
    }))

  it.effect("200: a body of an empty list is no body", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { link } = yield* made(call)
      assert.strictEqual((yield* call("PATCH", link, [])).status, 200)
    }))

  it.effect("403: a key without contacts:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:read", "contacts:delete"] })
      assert.strictEqual((yield* call("PATCH", `/v1/contacts/${unknownContact}/link/${unknownSet}`)).status, 403)
    }))

  it.effect("404: an unknown contact or set, and those of other organizations", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const stranger = yield* caller()
      const mine = yield* made(owner)
      const theirs = yield* made(stranger)
      for (const contact_id of [theirs.contact_id, unknownContact]) {
        const { body, status } = yield* owner("PATCH", `/v1/contacts/${contact_id}/link/${mine.id}`)
        assert.deepStrictEqual([status, body.code, body.contact_id], [404, "ERROR_CONTACT_NOT_FOUND", contact_id])
      }
      for (const id of [theirs.id, unknownSet]) {
        const { body, status } = yield* owner("PATCH", `/v1/contacts/${mine.contact_id}/link/${id}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND"])
      }
      assert.strictEqual((yield* stranger("GET", `${path}/${theirs.id}`)).body.linked_contacts, 0)
    }))

  it.effect("409: a second set of the TLD, and the same set again", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { contact_id, id, link } = yield* made(call)
      yield* call("PATCH", link)
      const other = (yield* call("POST", path, { ...attributeSetBody, label: "other" })).body
      for (const set of [id, other.contact_attribute_set_id]) {
        const { body, status } = yield* call("PATCH", `/v1/contacts/${contact_id}/link/${set}`)
        assert.strictEqual(status, 409)
        assert.deepStrictEqual(body, {
          type: "contact-attribute-link-already-exists",
          title: "Contact Attribute Set Error",
          status: 409,
          code: "ERROR_CONTACT_ATTRIBUTE_LINK_ALREADY_EXISTS",
          detail: `Contact ${contact_id} has a contact attribute set for .us already`,
          contact_id,
          tld: "us"
        })
      }
      const canadian = (yield* call("POST", path, { label: "ca", tld: "ca", attributes: { CIRA_CPR: "CCT" } })).body
      const elsewhere = `/v1/contacts/${contact_id}/link/${canadian.contact_attribute_set_id}`
      assert.strictEqual((yield* call("PATCH", elsewhere)).status, 200)
      const { attribute_sets } = (yield* call("GET", `/v1/contacts/${contact_id}`)).body
      assert.deepStrictEqual(attribute_sets.map((set: { tld: string }) => set.tld), ["ca", "us"])
    }))

  it.effect("422: ids of other kinds", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PATCH", `/v1/contacts/${unknownSet}/link/${unknownContact}`)
      assert.deepStrictEqual([status, issuesOf(body)], [422, [
        ["path.contact_id", "typeid_parsing"],
        ["path.contact_attribute_set_id", "typeid_parsing"]
      ]])
    }))
})
