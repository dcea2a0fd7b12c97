import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf, unknownTag } from "./caller.ts"

layer(TestPlatform.layer)("GET /v1/tags/{tag_id}", (it) => {
  it.effect("200: the tag", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const created = (yield* call("POST", "/v1/tags", { type: "DOMAIN", label: "a" })).body
      const { body, status } = yield* call("GET", `/v1/tags/${created.tag_id}`)
      assert.deepStrictEqual([status, body], [200, created])
    }))

  it.effect("403: a key without tags:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:read"] })
      assert.strictEqual((yield* call("GET", `/v1/tags/${unknownTag}`)).status, 403)
    }))

  it.effect("404: an unknown tag, and one of another organization", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const { tag_id } = (yield* owner("POST", "/v1/tags", { type: "DOMAIN", label: "a" })).body
      const stranger = yield* caller()
      for (const id of [tag_id, unknownTag]) {
        const { body, status } = yield* stranger("GET", `/v1/tags/${id}`)
        assert.deepStrictEqual([status, body.code, body.tag_id], [404, "ERROR_TAG_NOT_FOUND", id])
      }
    }))

  it.effect("422: an id of another kind", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", "/v1/tags/domain_01h455vb4pex5vsknk084sn02q")
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.tag_id", "typeid_parsing"]]])
    }))
})
