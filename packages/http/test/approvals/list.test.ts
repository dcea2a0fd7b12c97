import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { requestedApproval } from "./requestedApproval.ts"

layer(TestPlatform.layer)("GET /v1/approvals", (it) => {
  it.effect("200: approvals of the organization, newest first, by every filter", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* requestedApproval((yield* caller()).organization)
      const expired = yield* requestedApproval(call.organization, { operation_id: "deleteDomain" })
      yield* TestClock.adjust("10 minutes")
      const used = yield* requestedApproval(call.organization)
      yield* used.consume
      yield* TestClock.adjust("1 second")
      const open = yield* requestedApproval(call.organization)

      const list = (query: string) =>
        Effect.map(call("GET", `/v1/approvals?${query}`), ({ body, status }) => {
          assert.strictEqual(status, 200, JSON.stringify(body))
          return body.items.map(({ approval_id }: { readonly approval_id: string }) => approval_id)
        })
      assert.deepStrictEqual(yield* list(""), [open, used, expired].map(({ approval_id }) => approval_id))
      assert.deepStrictEqual(yield* list("sort_order=asc&page_size=1"), [expired.approval_id])
      assert.deepStrictEqual(yield* list("state=challenged"), [open.approval_id])
      assert.deepStrictEqual(yield* list("state=consumed,expired"), [used.approval_id, expired.approval_id])
      assert.deepStrictEqual(yield* list("operation_id=deleteDomain"), [expired.approval_id])
      assert.deepStrictEqual(yield* list(`user_id=${used.user_id}`), [used.approval_id])
      assert.deepStrictEqual(yield* list("client_id=other"), [])
      const used_on = (yield* call("GET", `/v1/approvals/${used.approval_id}`)).body.created_on
      assert.deepStrictEqual(yield* list(`created_after=${used_on}`), [open.approval_id])
      assert.deepStrictEqual(yield* list(`created_before=${used_on}`), [expired.approval_id])

      const { body } = yield* call("GET", "/v1/approvals?page=2&page_size=2")
      assert.deepInclude(body, { total: 3, page: 2, page_size: 2 })
      assert.deepStrictEqual(body.items[0].history.map(({ step }: { readonly step: string }) => step), ["challenged"])
    }))

  it.effect("422: invalid filters", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", "/v1/approvals?state=lost&created_after=yesterday&page_size=201")
      assert.deepStrictEqual([status, issuesOf(body)], [422, [
        ["query.page_size", "less_than_equal"],
        ["query.state.0", "enum"],
        ["query.created_after", "datetime_parsing"]
      ]])
    }))
})
