import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf, unknownTag } from "./caller.ts"

layer(TestPlatform.layer)("PATCH /v1/tags/{tag_id}", (it) => {
  it.effect("200: given members change, the others do not", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["tags:manage"] })
      const input = { type: "DOMAIN", label: "a", color: "color-2", description: "text" }
      const created = (yield* call("POST", "/v1/tags", input)).body
      yield* TestClock.adjust("1 hour")
      const { body, status } = yield* call("PATCH", `/v1/tags/${created.tag_id}`, { label: "A", type: "ZONE" })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, { ...created, label: "A", updated_on: body.updated_on })
      assert.notStrictEqual(body.updated_on, created.updated_on)
      const left = (yield* call("PATCH", `/v1/tags/${created.tag_id}`, { label: null, color: null })).body
      assert.deepStrictEqual([left.label, left.color, left.description], ["A", "color-2", "text"])
      const cleared = (yield* call("PATCH", `/v1/tags/${created.tag_id}`, { description: null })).body
      assert.deepStrictEqual([cleared.label, cleared.description], ["A", null])
    }))

  it.effect("403: a key without tags:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["tags:delete"] })
      assert.strictEqual((yield* call("PATCH", `/v1/tags/${unknownTag}`, {})).status, 403)
    }))

  it.effect("404: another organization's tag, which stays as it is", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const created = (yield* owner("POST", "/v1/tags", { type: "DOMAIN", label: "a" })).body
      const stranger = yield* caller()
      const { body, status } = yield* stranger("PATCH", `/v1/tags/${created.tag_id}`, { label: "b" })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_TAG_NOT_FOUND"])
      assert.deepStrictEqual((yield* owner("GET", `/v1/tags/${created.tag_id}`)).body, created)
    }))

  it.effect("409: the label of another tag of the type", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* call("POST", "/v1/tags", { type: "DOMAIN", label: "a" })
      const { tag_id } = (yield* call("POST", "/v1/tags", { type: "DOMAIN", label: "b" })).body
      const { body, status } = yield* call("PATCH", `/v1/tags/${tag_id}`, { label: "A" })
      assert.deepStrictEqual([status, body.code, body.label], [409, "ERROR_TAG_LABEL_ALREADY_EXISTS", "A"])
    }))

  it.effect("422: every member that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const wrong = { label: "", color: "color-11", description: 1 }
      const { body, status } = yield* call("PATCH", `/v1/tags/${unknownTag}`, wrong)
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["body.label", "string_too_short"],
        ["body.color", "enum"],
        ["body.description", "string_type"]
      ])
    }))
})
