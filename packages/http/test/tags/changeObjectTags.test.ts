import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf, unknownTag } from "./caller.ts"

const fixture = Effect.gen(function*() {
  const call = yield* caller()
  const tag = (label: string, type = "CONTACT") =>
    Effect.map(call("POST", "/v1/tags", { type, label }), ({ body }): string => body.tag_id)
  const contact = Effect.map(call("POST", "/v1/contacts", contactBody), ({ body }): string => body.contact_id)
  const objects = [yield* contact, yield* contact]
  const change = (changes: object) => call("POST", "/v1/tags/objects", { type: "CONTACT", objects, ...changes })
  const labels = (id: string | undefined) =>
    Effect.map(
      call("GET", `/v1/contacts/${id}?include=tags`),
      ({ body }) => body.tags.map((shown: { label: string }) => shown.label)
    )
  return { call, tag, objects, change, labels }
})

layer(TestPlatform.layer)("POST /v1/tags/objects", (it) => {
  it.effect("200: tags added to and removed from every object", () =>
    Effect.gen(function*() {
      const { change, labels, objects, tag } = yield* fixture
      const [a, b] = [yield* tag("a"), yield* tag("b")]
      const added = yield* change({ objects: [...objects, "nobody"], add: [a] })
      assert.deepStrictEqual([added.status, added.body], [200, { added: 2, removed: 0, unresolved: ["nobody"] }])
      assert.deepStrictEqual((yield* change({ add: [b], remove: [a] })).body, { added: 2, removed: 2, unresolved: [] })
      assert.deepStrictEqual(yield* labels(objects[0]), ["b"])
    }))

  it.effect("200: tags replaced, and all of them removed by an empty list", () =>
    Effect.gen(function*() {
      const { change, labels, objects, tag } = yield* fixture
      const [a, b] = [yield* tag("a"), yield* tag("b")]
      yield* change({ add: [a] })
      assert.deepStrictEqual((yield* change({ replace: [b] })).body, { added: 2, removed: 2, unresolved: [] })
      assert.deepStrictEqual(yield* labels(objects[1]), ["b"])
      assert.deepStrictEqual((yield* change({ replace: [] })).body, { added: 0, removed: 2, unresolved: [] })
      assert.deepStrictEqual(yield* labels(objects[1]), [])
    }))

  it.effect("400: tags or objects of another kind, and nothing changes", () =>
    Effect.gen(function*() {
      const { change, labels, objects, tag } = yield* fixture
      const [a, domains] = [yield* tag("a"), yield* tag("d", "DOMAIN")]
      const wrongTag = yield* change({ add: [a, domains] })
      assert.deepStrictEqual([wrongTag.status, wrongTag.body.object_ids], [400, objects])
      const domain = "domain_01h455vb4pex5vsknk084sn02q"
      const wrongObject = yield* change({ objects: [...objects, domain], add: [a] })
      assert.deepStrictEqual([wrongObject.status, wrongObject.body.object_ids], [400, [domain]])
      assert.deepStrictEqual(yield* labels(objects[0]), [])
    }))

  it.effect("403: a key without tags:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["tags:read", "contacts:manage"] })
      assert.strictEqual((yield* call("POST", "/v1/tags/objects", { type: "CONTACT", objects: ["x"] })).status, 403)
    }))

  it.effect("404: a tag that the organization does not have, and nothing changes", () =>
    Effect.gen(function*() {
      const { change, labels, objects, tag } = yield* fixture
      const { body, status } = yield* change({ add: [yield* tag("a"), unknownTag] })
      assert.deepStrictEqual([status, body.code, body.tag_id], [404, "ERROR_TAG_NOT_FOUND", unknownTag])
      assert.deepStrictEqual(yield* labels(objects[0]), [])
    }))

  it.effect("422: replace beside add or remove, and a tag on both sides", () =>
    Effect.gen(function*() {
      const { change } = yield* fixture
      const { body, status } = yield* change({ add: [unknownTag], remove: [unknownTag], replace: [] })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body), [["body.replace", "value_error"], ["body.remove.0", "value_error"]])
    }))

  it.effect("422: every member that is wrong", () =>
    Effect.gen(function*() {
      const { call } = yield* fixture
      const wrong = yield* call("POST", "/v1/tags/objects", { type: "HOST", objects: [], add: ["vip"], remove: "x" })
      assert.strictEqual(wrong.status, 422)
      assert.sameDeepMembers(issuesOf(wrong.body), [
        ["body.type", "enum"],
        ["body.objects", "too_short"],
        ["body.add.0", "typeid_parsing"],
        ["body.remove", "list_type"]
      ])
      assert.sameDeepMembers(issuesOf((yield* call("POST", "/v1/tags/objects", {})).body), [
        ["body.type", "missing"],
        ["body.objects", "missing"]
      ])
    }))
})
