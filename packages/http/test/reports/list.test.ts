import { assert, layer } from "@effect/vitest"
import { newReport } from "@namewright/conformance"
import { ReportStore, type StoredReport } from "@namewright/core/reports"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const stored = Effect.fnUntraced(function*(organization: OrganizationId, members: Partial<StoredReport> = {}) {
  const { insert } = yield* ReportStore
  const report = yield* newReport(organization, members)
  yield* insert(report)
  yield* TestClock.adjust("1 minute")
  return report
})

layer(TestPlatform.layer)("GET /v1/reports", (it) => {
  it.effect("200: pages, the newest first, by every filter", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const owner = yield* organization()
      const mine = yield* key(owner, ["organization:read"])
      const a = yield* stored(owner, { status: "completed" })
      const b = yield* stored(owner, { status: "empty", report_type: "expiring_domains" })
      const c = yield* stored(owner, { report_type: "billing_transactions_monthly", trigger_type: "scheduled" })
      yield* stored(yield* organization())

      const ids = Effect.fnUntraced(function*(query: string) {
        const { body, status } = yield* fetch("GET", `/v1/reports${query}`, undefined, { key: mine })
        assert.strictEqual(status, 200, JSON.stringify(body))
        return body.items.map((report: { readonly report_id: string }) => report.report_id)
      })
      const all = [c, b, a].map(({ report_id }) => report_id)
      const first = yield* fetch("GET", "/v1/reports", undefined, { key: mine })
      assert.deepStrictEqual([first.body.total, first.body.page, first.body.page_size], [3, 1, 50])
      assert.notProperty(first.body.items[0], "attempts")
      assert.notProperty(first.body.items[0], "month")
      assert.deepStrictEqual(yield* ids(""), all)
      assert.deepStrictEqual(yield* ids("?page=2&page_size=2"), [a.report_id])
      assert.deepStrictEqual(yield* ids("?status=completed&status=empty"), [b.report_id, a.report_id])
      assert.deepStrictEqual(yield* ids("?status=completed,empty"), [b.report_id, a.report_id])
      assert.deepStrictEqual(yield* ids("?report_type[]=expiring_domains"), [b.report_id])
      assert.deepStrictEqual(yield* ids("?trigger_type=scheduled"), [c.report_id])
      const [after, before] = [Instant.format(a.created_on), Instant.format(c.created_on)]
      assert.deepStrictEqual(yield* ids(`?created_after=${after}&created_before=${before}`), [b.report_id])
    }))

  it.effect("422: every invalid parameter", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const query = "?page_size=101&status=done&report_type=x&trigger_type=y&created_after=z"
      const { body, status } = yield* fetch("GET", `/v1/reports${query}`, undefined, { key: mine })
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["query.page_size", "less_than_equal"],
        ["query.status.0", "enum"],
        ["query.report_type.0", "enum"],
        ["query.trigger_type", "enum"],
        ["query.created_after", "datetime_parsing"]
      ])
    }))
})
