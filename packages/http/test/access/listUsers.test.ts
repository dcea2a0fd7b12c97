import { assert, layer } from "@effect/vitest"
import { UserId } from "@namewright/core/access"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { personCaller, storedUser } from "./people.ts"

const path = "/v1/organizations/users"

layer(TestPlatform.layer)("GET /v1/organizations/users", (it) => {
  it.effect("200: the users with their roles, the newest first", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const first = yield* storedUser(call, { user_attributes: [{ key: "theme", value: 1 }] })
      yield* personCaller({ of: call.organization, user_id: UserId.make(first.user_id), role: "dns_manager" })
      yield* TestClock.adjust("1 second")
      const second = yield* storedUser(call)
      const { body, status } = yield* call("GET", path)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        items: [
          { ...second, role: "viewer" },
          { ...first, role: "dns_manager" }
        ],
        total: 2,
        page: 1,
        page_size: 10
      })
    }))

  it.effect("200: in the order and on the page that is asked for, those that are searched", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* storedUser(call, { username: "list-b", email: "z@list.example" })
      yield* storedUser(call, { username: "List-A", email: "y@list.example", last_name: "Größe" })
      yield* storedUser(call, { username: "list-c", email: "x@list.example", first_name: "50%" })
      const names = (query: string) =>
        Effect.map(call("GET", `${path}?${query}`), ({ body }) => [
          body.total,
          ...body.items.map((item: { readonly username: string }) => item.username)
        ])
      assert.deepStrictEqual(yield* names("sort_by=username&sort_order=asc"), [3, "List-A", "list-b", "list-c"])
      assert.deepStrictEqual(yield* names("sort_by=email&sort_order=asc&page_size=2"), [3, "list-c", "List-A"])
      assert.deepStrictEqual(yield* names("sort_by=email&sort_order=asc&page_size=2&page=2"), [3, "list-b"])
      assert.deepStrictEqual(yield* names("search=gr%C3%96SSE"), [0])
      assert.deepStrictEqual(yield* names("search=GR%C3%96%C3%9FE"), [1, "List-A"])
      assert.deepStrictEqual(yield* names("search=0%25"), [1, "list-c"])
      assert.deepStrictEqual(yield* names("search=Z%40LIST"), [1, "list-b"])
      assert.deepStrictEqual(yield* names("page=3"), [3])
    }))

  it.effect("200: no users of another organization, not even of a suborganization", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const child = yield* caller({ of: yield* organization({ parent: parent.organization }) })
      yield* storedUser(child)
      assert.strictEqual((yield* parent("GET", path)).body.total, 0)
      assert.strictEqual((yield* child("GET", path)).body.total, 1)
    }))

  it.effect("422: a page, an order or a search that is none", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call(
        "GET",
        `${path}?page=0&page_size=1001&sort_by=role&sort_order=up&search=${"a".repeat(201)}`
      )
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["query.page", "greater_than_equal"],
        ["query.page_size", "less_than_equal"],
        ["query.sort_by", "enum"],
        ["query.sort_order", "enum"],
        ["query.search", "string_too_long"]
      ])
    }))
})
