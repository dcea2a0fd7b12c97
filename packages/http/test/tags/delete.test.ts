import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf, unknownTag } from "./caller.ts"

layer(TestPlatform.layer)("DELETE /v1/tags/{tag_id}", (it) => {
  it.effect("204: the tag is deleted, and removed from its objects", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { tag_id } = (yield* call("POST", "/v1/tags", { type: "CONTACT", label: "a" })).body
      const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
      yield* call("POST", `/v1/tags/${tag_id}/objects`, { add: [contact_id] })
      const deleter = yield* caller({ of: call.organization, rights: ["tags:delete"] })
      const { body, status } = yield* deleter("DELETE", `/v1/tags/${tag_id}`)
      assert.deepStrictEqual([status, body], [204, undefined])
      assert.strictEqual((yield* call("GET", `/v1/tags/${tag_id}`)).status, 404)
      assert.deepStrictEqual((yield* call("GET", `/v1/contacts/${contact_id}?include=tags`)).body.tags, [])
    }))

  it.effect("403: a key without tags:delete", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["tags:manage"] })
      assert.strictEqual((yield* call("DELETE", `/v1/tags/${unknownTag}`)).status, 403)
    }))

  it.effect("404: an unknown tag, and one of another organization, which is unchanged", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const { tag_id } = (yield* owner("POST", "/v1/tags", { type: "DOMAIN", label: "a" })).body
      const stranger = yield* caller()
      for (const id of [tag_id, unknownTag]) {
        assert.strictEqual((yield* stranger("DELETE", `/v1/tags/${id}`)).status, 404)
      }
      assert.strictEqual((yield* owner("GET", `/v1/tags/${tag_id}`)).status, 200)
    }))

  it.effect("422: a malformed id of a tag", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("DELETE", "/v1/tags/tag_vip")
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.tag_id", "typeid_parsing"]]])
    }))
})
