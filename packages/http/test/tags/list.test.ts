import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "./caller.ts"

layer(TestPlatform.layer)("GET /v1/tags", (it) => {
  it.effect("200: by label, unless another order is asked for", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      for (const label of ["b", "A", "c"]) {
        yield* call("POST", "/v1/tags", { type: "DOMAIN", label })
        yield* TestClock.adjust("1 minute")
      }
      const labels = (query: string) =>
        Effect.map(call("GET", `/v1/tags?${query}`), ({ body }) => [
          body.total,
          body.items.map((tag: { label: string }) => tag.label).join("")
        ])
      assert.deepStrictEqual(yield* labels(""), [3, "Abc"])
      assert.deepStrictEqual(yield* labels("sort_by=created_on&sort_order=desc"), [3, "cAb"])
      assert.deepStrictEqual(yield* labels("page=2&page_size=2"), [3, "c"])
      assert.deepStrictEqual(yield* labels("page=9"), [3, ""])
      const { body } = yield* call("GET", "/v1/tags?page_size=1")
      assert.deepStrictEqual([body.page, body.page_size, Object.keys(body.items[0])], [1, 1, [
        "tag_id",
        "type",
        "label",
        "color",
        "description",
        "object_count",
        "created_on",
        "updated_on"
      ]])
    }))

  it.effect("200: tags of the requested types whose label contains the text", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      for (const type of ["DOMAIN", "CONTACT", "ZONE"]) yield* call("POST", "/v1/tags", { type, label: `my ${type}` })
      const types = (query: string) =>
        Effect.map(
          call("GET", `/v1/tags?${query}`),
          ({ body }) => body.items.map((tag: { type: string }) => tag.type).join(" ")
        )
      assert.strictEqual(yield* types("tag_types=ZONE&tag_types=CONTACT"), "CONTACT ZONE")
      assert.strictEqual(yield* types("tag_types[]=ZONE&tag_types[]=DOMAIN"), "DOMAIN ZONE")
      assert.strictEqual(yield* types("tag_types=ZONE,DOMAIN&search=DOM"), "DOMAIN")
      assert.strictEqual(yield* types("search=%25"), "")
    }))

  it.effect("200: nothing of other organizations", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      yield* owner("POST", "/v1/tags", { type: "DOMAIN", label: "mine" })
      const stranger = yield* caller()
      const { body } = yield* stranger("GET", "/v1/tags")
      assert.deepStrictEqual([body.total, body.items], [0, []])
    }))

  it.effect("403: a key without tags:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:manage"] })
      const { body, status } = yield* call("GET", "/v1/tags")
      assert.deepStrictEqual([status, body.code, body.permission], [403, "ERROR_PERMISSION_DENIED", "tags:read"])
    }))

  it.effect("422: every parameter that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", "/v1/tags?page_size=1001&sort_by=color&tag_types=HOST")
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["query.page_size", "less_than_equal"],
        ["query.sort_by", "enum"],
        ["query.tag_types.0", "enum"]
      ])
    }))
})
