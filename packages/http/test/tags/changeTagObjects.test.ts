import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf, unknownTag } from "./caller.ts"

const fixture = Effect.gen(function*() {
  const call = yield* caller()
  const { tag_id } = (yield* call("POST", "/v1/tags", { type: "CONTACT", label: "a" })).body
  const { contact_id } = (yield* call("POST", "/v1/contacts", contactBody)).body
  return { call, tag_id, contact_id, path: `/v1/tags/${tag_id}/objects` }
})

layer(TestPlatform.layer)("POST /v1/tags/{tag_id}/objects", (it) => {
  it.effect("200: how many objects got the tag and lost it, and which were not found", () =>
    Effect.gen(function*() {
      const { call, contact_id, path, tag_id } = yield* fixture
      const body = { add: [contact_id, { object_type: "CONTACT", object_id: contact_id }, "nobody"] }
      const added = yield* call("POST", path, body)
      assert.deepStrictEqual([added.status, added.body], [200, { added: 1, removed: 0, unresolved: ["nobody"] }])
      assert.deepStrictEqual((yield* call("POST", path, body)).body, { added: 0, removed: 0, unresolved: ["nobody"] })
      assert.strictEqual((yield* call("GET", `/v1/tags/${tag_id}`)).body.object_count, 1)
      const removed = yield* call("POST", path, { add: null, remove: [contact_id] })
      assert.deepStrictEqual(removed.body, { added: 0, removed: 1, unresolved: [] })
      assert.deepStrictEqual((yield* call("POST", path, {})).body, { added: 0, removed: 0, unresolved: [] })
    }))

  it.effect("200: another organization's object is not found", () =>
    Effect.gen(function*() {
      const { contact_id } = yield* fixture
      const { call, path } = yield* fixture
      const { body } = yield* call("POST", path, { add: [contact_id] })
      assert.deepStrictEqual(body, { added: 0, removed: 0, unresolved: [contact_id] })
    }))

  it.effect("400: objects of another kind", () =>
    Effect.gen(function*() {
      const { call, contact_id, path } = yield* fixture
      const domain = "domain_01h455vb4pex5vsknk084sn02q"
      const { body, status } = yield* call("POST", path, { add: [contact_id, domain] })
      assert.strictEqual(status, 400)
      assert.deepStrictEqual([body.code, body.type, body.object_ids, body.errors], [
        "ERROR_ILLEGAL_OBJECT_TYPE_FOR_TAG",
        "illegal-object-type-tag",
        [domain],
        []
      ])
      const wrapped = { object_type: "DOMAIN", object_id: contact_id }
      assert.strictEqual((yield* call("POST", path, { remove: [wrapped] })).status, 400)
    }))

  it.effect("403: a key without tags:manage", () =>
    Effect.gen(function*() {
      const { call, path } = yield* fixture
      const reader = yield* caller({ of: call.organization, rights: ["tags:read", "tags:delete", "contacts:manage"] })
      assert.strictEqual((yield* reader("POST", path, {})).status, 403)
    }))

  it.effect("404: a tag that the organization does not have", () =>
    Effect.gen(function*() {
      const { path } = yield* fixture
      const stranger = yield* caller()
      for (const target of [path, `/v1/tags/${unknownTag}/objects`]) {
        const { body, status } = yield* stranger("POST", target, { add: ["nobody"] })
        assert.deepStrictEqual([status, body.code], [404, "ERROR_TAG_NOT_FOUND"])
      }
    }))

  it.effect("422: too many references, references of a wrong form, and an object on both sides", () =>
    Effect.gen(function*() {
      const { call, contact_id, path } = yield* fixture
      const many = Array.from({ length: 1001 }, (_, index) => `object-${index}`)
      assert.deepStrictEqual(issuesOf((yield* call("POST", path, { add: many })).body), [["body.add", "too_long"]])
      assert.strictEqual((yield* call("POST", path, { add: many.slice(1) })).status, 200)
      const { body, status } = yield* call("POST", path, { add: [""], remove: ["x".repeat(256)] })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body), [
        ["body.add.0", "string_too_short"],
        ["body.remove.0", "string_too_long"]
      ])
      const both = yield* call("POST", path, { add: [contact_id], remove: [contact_id] })
      assert.deepStrictEqual([both.status, issuesOf(both.body)], [422, [["body.remove.0", "value_error"]]])
    }))
})
