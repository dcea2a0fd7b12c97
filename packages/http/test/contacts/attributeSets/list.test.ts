import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../../support/TestPlatform.ts"
import { caller, issuesOf } from "../../tags/caller.ts"
import { attributeSetBody } from "./attributeSetBody.ts"

const path = "/v1/contacts/attribute-sets"

layer(TestPlatform.layer)("GET /v1/contacts/attribute-sets", (it) => {
  it.effect("200: newest first, unless another order is asked for", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      for (const [label, tld] of [["b", "us"], ["A", "de"], ["c", "ca"]]) {
        yield* call("POST", path, { label, tld, attributes: {} })
        yield* TestClock.adjust("1 minute")
      }
      const labels = (query: string) =>
        Effect.map(call("GET", `${path}?${query}`), ({ body }) => [
          body.total,
          body.items.map((set: { label: string }) => set.label).join("")
        ])
      assert.deepStrictEqual(yield* labels(""), [3, "cAb"])
      assert.deepStrictEqual(yield* labels("sort_by=label&sort_order=asc"), [3, "Abc"])
      assert.deepStrictEqual(yield* labels("sort_by=tld&sort_order=asc"), [3, "cAb"])
      assert.deepStrictEqual(yield* labels("sort_by=updated_on&sort_order=asc"), [3, "bAc"])
      assert.deepStrictEqual(yield* labels("page=2&page_size=2"), [3, "b"])
      assert.deepStrictEqual(yield* labels("page=9"), [3, ""])
      const { body } = yield* call("GET", `${path}?page_size=1`)
      assert.deepStrictEqual([body.page, body.page_size, Object.keys(body.items[0])], [1, 1, [
        "contact_attribute_set_id",
        "organization_id",
        "tld",
        "label",
        "attributes",
        "linked_contacts",
        "created_on",
        "updated_on"
      ]])
    }))

  it.effect("200: sets of a TLD whose label contains the text", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      for (const [label, tld] of [["Nexus C11", "us"], ["Nexus C12", "us"], ["Nexus", "ca"], ["100%", "us"]]) {
        yield* call("POST", path, { label, tld, attributes: {} })
      }
      const total = (query: string) => Effect.map(call("GET", `${path}?${query}`), ({ body }) => body.total)
      assert.strictEqual(yield* total("tld=us"), 3)
      assert.strictEqual(yield* total("tld=.US"), 3)
      assert.strictEqual(yield* total("label=nexus"), 3)
      assert.strictEqual(yield* total("label=nexus&tld=us"), 2)
      assert.strictEqual(yield* total("label=%25"), 1)
      assert.strictEqual(yield* total("tld=nowhere"), 0)
    }))

  it.effect("200: nothing of other organizations", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      yield* owner("POST", path, attributeSetBody)
      const stranger = yield* caller({ rights: ["contacts:read"] })
      const { body } = yield* stranger("GET", path)
      assert.deepStrictEqual([body.total, body.items], [0, []])
    }))

  it.effect("403: a key without contacts:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:manage"] })
      assert.strictEqual((yield* call("GET", path)).status, 403)
    }))

  it.effect("422: every parameter that is wrong", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", `${path}?page_size=1001&sort_by=color&label=${"x".repeat(1025)}`)
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["query.page_size", "less_than_equal"],
        ["query.sort_by", "enum"],
        ["query.label", "string_too_long"]
      ])
    }))
})
