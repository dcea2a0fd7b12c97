import { assert, layer } from "@effect/vitest"
import { StatusTags } from "@namewright/core/tags"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { contactBody } from "./contactBody.ts"

const unknown = "contact_01h455vb4pex5vsknk084sn02q"

layer(TestPlatform.layer)("GET /v1/contacts/{contact_id}", (it) => {
  it.effect("200: the contact, without tags unless they are asked for", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const created = (yield* call("POST", "/v1/contacts", contactBody)).body
      const { tag_id } = (yield* call("POST", "/v1/tags", { type: "CONTACT", label: "vip", color: "color-3" })).body
      yield* call("POST", `/v1/tags/${tag_id}/objects`, { add: [created.contact_id] })
      const { set } = yield* StatusTags
      yield* set(call.organization, "CONTACT", created.contact_id, "VERIFICATION_REQUIRED")
      const plain = yield* call("GET", `/v1/contacts/${created.contact_id}`)
      assert.deepStrictEqual([plain.status, plain.body], [200, created])
      const { body } = yield* call("GET", `/v1/contacts/${created.contact_id}?include=tags`)
      assert.deepStrictEqual(body, {
        ...created,
        tags: [{ tag_id, label: "vip", color: "color-3" }],
        status_tags: [{
          tag_type: "VERIFICATION_REQUIRED",
          type: "VERIFICATION_REQUIRED",
          label: "VERIFICATION REQUIRED",
          color: "color-1",
          description: "The registrant's data have to be verified"
        }]
      })
    }))

  it.effect("403: a key without contacts:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      assert.strictEqual((yield* call("GET", `/v1/contacts/${unknown}`)).status, 403)
    }))

  it.effect("404: an unknown contact, and one of another organization", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const { contact_id } = (yield* owner("POST", "/v1/contacts", contactBody)).body
      const stranger = yield* caller()
      for (const id of [contact_id, unknown]) {
        const { body, status } = yield* stranger("GET", `/v1/contacts/${id}`)
        assert.deepStrictEqual([status, body.code, body.contact_id], [404, "ERROR_CONTACT_NOT_FOUND", id])
      }
    }))

  it.effect("422: an id of another kind, and an include that there is not", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const byId = yield* call("GET", "/v1/contacts/tag_01h455vb4pex5vsknk084sn02q")
      assert.deepStrictEqual([byId.status, issuesOf(byId.body)], [422, [["path.contact_id", "typeid_parsing"]]])
      const including = yield* call("GET", `/v1/contacts/${unknown}?include=domains`)
      assert.deepStrictEqual([including.status, issuesOf(including.body)], [422, [[
        "query.include.0",
        "literal_error"
      ]]])
    }))
})
