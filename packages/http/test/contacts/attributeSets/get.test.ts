import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../../support/TestPlatform.ts"
import { caller, issuesOf } from "../../tags/caller.ts"
import { attributeSetBody, unknownSet } from "./attributeSetBody.ts"

const path = "/v1/contacts/attribute-sets"

layer(TestPlatform.layer)("GET /v1/contacts/attribute-sets/{contact_attribute_set_id}", (it) => {
  it.effect("200: the set", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const created = (yield* call("POST", path, attributeSetBody)).body
      const reader = yield* caller({ of: call.organization, rights: ["contacts:read"] })
      const { body, status } = yield* reader("GET", `${path}/${created.contact_attribute_set_id}`)
      assert.deepStrictEqual([status, body], [200, created])
    }))

  it.effect("403: a key without contacts:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      assert.strictEqual((yield* call("GET", `${path}/${unknownSet}`)).status, 403)
    }))

  it.effect("404: an unknown set, and one of another organization", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const { contact_attribute_set_id } = (yield* owner("POST", path, attributeSetBody)).body
      const stranger = yield* caller()
      for (const id of [contact_attribute_set_id, unknownSet]) {
        const { body, status } = yield* stranger("GET", `${path}/${id}`)
        assert.deepStrictEqual(
          [status, body.code, body.type, body.contact_attribute_set_id],
          [404, "ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND", "contact-attribute-set-not-found", id]
        )
      }
    }))

  it.effect("422: an id of another kind", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", `${path}/contact_01h455vb4pex5vsknk084sn02q`)
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.contact_attribute_set_id", "typeid_parsing"]]])
    }))
})
