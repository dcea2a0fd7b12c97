import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../../support/TestPlatform.ts"
import { caller, issuesOf } from "../../tags/caller.ts"
import { attributeSetBody, unknownSet } from "./attributeSetBody.ts"

const path = "/v1/contacts/attribute-sets"

layer(TestPlatform.layer)("PATCH /v1/contacts/attribute-sets/{contact_attribute_set_id}", (it) => {
  it.effect("200: the label changes, and nothing else", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      const created = (yield* call("POST", path, attributeSetBody)).body
      const set = `${path}/${created.contact_attribute_set_id}`
      yield* TestClock.adjust("1 hour")
      for (const nothing of [{}, { label: null }, { label: created.label }]) {
        const { body, status } = yield* call("PATCH", set, nothing)
        assert.deepStrictEqual([status, body], [200, created])
      }
      const other = { label: "Citizens", tld: "ca", attributes: { US_APP_PURPOSE: "P5" }, linked_contacts: 7 }
      const { body, status } = yield* call("PATCH", set, other)
      assert.deepStrictEqual([status, body], [200, { ...created, label: "Citizens", updated_on: body.updated_on }])
      assert.notStrictEqual(body.updated_on, created.updated_on)
      assert.deepStrictEqual((yield* call("GET", set)).body, body)
    }))

  it.effect("403: a key without contacts:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:delete"] })
      assert.strictEqual((yield* call("PATCH", `${path}/${unknownSet}`, {})).status, 403)
    }))

  it.effect("404: another organization's set, which stays as it is", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const created = (yield* owner("POST", path, attributeSetBody)).body
      const stranger = yield* caller()
      const set = `${path}/${created.contact_attribute_set_id}`
      const { body, status } = yield* stranger("PATCH", set, { label: "b" })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND"])
      assert.deepStrictEqual((yield* owner("GET", set)).body, created)
    }))

  it.effect("409: the label of another set of the TLD", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* call("POST", path, attributeSetBody)
      const created = (yield* call("POST", path, { ...attributeSetBody, label: "b" })).body
      const set = `${path}/${created.contact_attribute_set_id}`
      const { body, status } = yield* call("PATCH", set, { label: "US citizens" })
      assert.deepStrictEqual(
        [status, body.code, body.label],
        [409, "ERROR_CONTACT_ATTRIBUTE_SET_LABEL_ALREADY_EXISTS", "US citizens"]
      )
      assert.deepStrictEqual((yield* call("GET", set)).body, created)
    }))

  it.effect("422: a label that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const wrong = [["", "string_too_short"], ["x".repeat(256), "string_too_long"], [1, "string_type"]] as const
      for (const [label, type] of wrong) {
        const { body, status } = yield* call("PATCH", `${path}/${unknownSet}`, { label })
        assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.label", type]]])
      }
    }))
})
