import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "./caller.ts"

layer(TestPlatform.layer)("POST /v1/tags", (it) => {
  it.effect("201: a tag with all of its members", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["tags:manage"] })
      const { body, status } = yield* call("POST", "/v1/tags", {
        type: "CONTACT",
        label: " Vertrag läuft aus ",
        color: "color-7",
        description: "line\nline"
      })
      assert.strictEqual(status, 201)
      assert.match(body.tag_id, /^tag_[0-9a-z]{26}$/)
      assert.match(body.created_on, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.deepStrictEqual(body, {
        tag_id: body.tag_id,
        type: "CONTACT",
        label: "Vertrag läuft aus",
        color: "color-7",
        description: "line\nline",
        object_count: 0,
        created_on: body.created_on,
        updated_on: body.created_on
      })
    }))

  it.effect("201: the first color and no description by default", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body } = yield* call("POST", "/v1/tags", { type: "DOMAIN", label: "a", color: null })
      assert.deepStrictEqual([body.color, body.description], ["color-1", null])
    }))

  it.effect("403: a key without tags:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["tags:read", "tags:delete"] })
      assert.strictEqual((yield* call("POST", "/v1/tags", { type: "DOMAIN", label: "a" })).status, 403)
    }))

  it.effect("409: a label that the type has already, whatever its case", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* call("POST", "/v1/tags", { type: "DOMAIN", label: "Größe" })
      const { body, status } = yield* call("POST", "/v1/tags", { type: "DOMAIN", label: "GRÖßE" })
      assert.strictEqual(status, 409)
      assert.deepStrictEqual(body, {
        type: "tag-label-already-exists",
        title: "Tag Management Error",
        status: 409,
        code: "ERROR_TAG_LABEL_ALREADY_EXISTS",
        detail: "A tag of this type with the label \"GRÖßE\" already exists",
        label: "GRÖßE"
      })
      assert.strictEqual((yield* call("POST", "/v1/tags", { type: "ZONE", label: "GRÖßE" })).status, 201)
    }))

  it.effect("422: every member that is wrong, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const wrong = { type: "HOST", label: "x".repeat(51), color: "red", description: "x".repeat(1025) }
      const { body, status } = yield* call("POST", "/v1/tags", wrong)
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["body.type", "enum"],
        ["body.label", "string_too_long"],
        ["body.color", "enum"],
        ["body.description", "string_too_long"]
      ])
      assert.sameDeepMembers(issuesOf((yield* call("POST", "/v1/tags", {})).body), [
        ["body.type", "missing"],
        ["body.label", "missing"]
      ])
      for (const label of ["", " ", "a\nb", "a\u0000", 7, null]) {
        assert.strictEqual((yield* call("POST", "/v1/tags", { type: "DOMAIN", label })).status, 422, String(label))
      }
      assert.strictEqual((yield* call("GET", "/v1/tags")).body.total, 0)
    }))
})
