import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { contactBody } from "./contactBody.ts"
import { domainNaming } from "./domainNaming.ts"

const unknown = "contact_01h455vb4pex5vsknk084sn02q"

layer(TestPlatform.layer)("DELETE /v1/contacts/{contact_id}", (it) => {
  it.effect("204: a contact that nothing names, with its tags", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
      const { tag_id } = (yield* call("POST", "/v1/tags", { type: "CONTACT", label: "vip" })).body
      yield* call("POST", `/v1/tags/${tag_id}/objects`, { add: [contact_id] })
      const deleter = yield* caller({ of: call.organization, rights: ["contacts:delete"] })
      const { body, status } = yield* deleter("DELETE", `/v1/contacts/${contact_id}`)
      assert.deepStrictEqual([status, body], [204, undefined])
      assert.strictEqual((yield* call("GET", `/v1/contacts/${contact_id}`)).status, 404)
      assert.strictEqual((yield* call("GET", `/v1/tags/${tag_id}`)).body.object_count, 0)
    }))

  it.effect("403: a key without contacts:delete", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      assert.strictEqual((yield* call("DELETE", `/v1/contacts/${unknown}`)).status, 403)
    }))

  it.effect("404: an unknown contact, and one of another organization, which is unchanged", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const { contact_id } = (yield* owner("POST", "/v1/contacts", contactBody)).body
      const stranger = yield* caller()
      for (const id of [contact_id, unknown]) {
        const { body, status } = yield* stranger("DELETE", `/v1/contacts/${id}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_CONTACT_NOT_FOUND"])
      }
      assert.strictEqual((yield* owner("GET", `/v1/contacts/${contact_id}`)).status, 200)
    }))

  it.effect("409: a contact that a domain names", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
      yield* domainNaming(call.organization, contact_id)
      const { body, status } = yield* call("DELETE", `/v1/contacts/${contact_id}`)
      assert.deepStrictEqual([status, body.code, body.type], [409, "ERROR_CONTACT_IN_USE", "contact-in-use"])
      assert.strictEqual((yield* call("GET", `/v1/contacts/${contact_id}`)).status, 200)
    }))

  it.effect("422: a malformed id of a contact", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("DELETE", "/v1/contacts/contact_ada")
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.contact_id", "typeid_parsing"]]])
    }))
})
