import { assert, layer } from "@effect/vitest"
import { day } from "@namewright/conformance"
import { type EventKind, EventLog } from "@namewright/core/events"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"

const path = (query: string) => `/v1/domains/statistics?${query}`
const january = "start_date=2026-01-01&end_date=2026-01-31"

/** Records that something happened to a domain on a day. */
const happened = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  kind: EventKind,
  on: number,
  object: string,
  counted_tld: string | undefined = "com"
) {
  yield* TestClock.setTime(day(on).epochMilliseconds)
  const { record } = yield* EventLog
  yield* record({
    organization_id,
    object_type: "DOMAIN",
    object_id: object,
    object_name: null,
    type: null,
    subtype: null,
    kind,
    event_data: { message: "" },
    counted_tld
  })
})

const zero = {
  create: 0,
  created: 0,
  transfer: 0,
  transferred: 0,
  delete: 0,
  deleted: 0,
  transfer_out: 0,
  renew: 0,
  renewals: 0,
  restore: 0,
  restores: 0,
  net: 0
}

layer(TestPlatform.layer)("GET /v1/domains/statistics", (it) => {
  it.effect("200: counts by bucket, in total and by TLD, under both names of clients", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* happened(call.organization, "domain.registered", 0, "a")
      yield* happened(call.organization, "domain.transferred_in", 4, "b", "de")
      yield* happened(call.organization, "domain.renewed", 4, "a")
      yield* happened(call.organization, "domain.renewed", 4, "a")
      yield* happened(call.organization, "domain.purged", 5, "a")
      yield* happened(call.organization, "domain.registration_failed", 5, "c")
      yield* TestClock.setTime(day(6).epochMilliseconds)
      const { body, status } = yield* call(
        "GET",
        path("granularity=week&start_date=2026-01-01&end_date=2026-01-06&breakdown=tld")
      )
      assert.strictEqual(status, 200)
      const counts = { renew: 1, renewals: 1, transfer: 1, transferred: 1, delete: 1, deleted: 1 }
      assert.deepStrictEqual(body, {
        organization_id: call.organization,
        granularity: "week",
        start_date: "2026-01-01",
        end_date: "2026-01-06",
        data_available_from: "2026-01-01T00:00:00Z",
        totals: { ...zero, ...counts, create: 1, created: 1, net: 1, total: 2 },
        buckets: [
          { period_start: "2025-12-29", ...zero, create: 1, created: 1, net: 1, partial: true },
          { period_start: "2026-01-05", ...zero, ...counts, partial: true }
        ],
        breakdown: [
          {
            key: "com",
            ...zero,
            create: 1,
            created: 1,
            renew: 1,
            renewals: 1,
            delete: 1,
            deleted: 1,
            total: 1
          },
          { key: "de", ...zero, transfer: 1, transferred: 1, net: 1, total: 1 }
        ]
      })
    }))

  it.effect("200: by day without a breakdown, unless requested", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body } = yield* call("GET", path(january))
      assert.deepStrictEqual([body.granularity, body.buckets.length, body.breakdown], ["day", 31, []])
      assert.isNull(body.data_available_from)
    }))

  it.effect("200: no buckets for a window before the records begin", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      yield* happened(call.organization, "domain.registered", 40, "a")
      const before = yield* call("GET", path(january))
      assert.deepStrictEqual([before.body.buckets, before.body.data_available_from], [[], "2026-02-10T00:00:00Z"])
      const overlapping = yield* call("GET", path("start_date=2026-02-09&end_date=2026-02-10"))
      assert.deepStrictEqual(
        overlapping.body.buckets.map((one: { readonly created: number }) => one.created),
        [0, 1]
      )
    }))

  it.effect("200: only the caller's organization, unless suborganizations are requested", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const call = yield* caller()
      const sub = yield* organization({ parent: call.organization })
      const stranger = yield* caller()
      yield* happened(call.organization, "domain.registered", 1, "a")
      yield* happened(sub, "domain.registered", 1, "b")
      yield* happened(sub, "domain.registered", 2, "c", "de")
      yield* happened(stranger.organization, "domain.registered", 2, "d")
      const total = (query: string) =>
        Effect.map(call("GET", path(`${january}${query}`)), ({ body }) => body.totals.total)
      assert.strictEqual(yield* total(""), 1)
      assert.strictEqual(yield* total("&include_sub_organizations=false"), 1)
      assert.strictEqual(yield* total("&include_sub_organizations=true"), 3)
      assert.strictEqual(yield* total("&include_sub_organizations=true&tld=.DE"), 1)
      assert.strictEqual(yield* total("&include_sub_organizations=true&tld=de,com"), 3)
      const { body } = yield* call(
        "GET",
        path(`${january}&include_sub_organizations=true&breakdown=organization&breakdown_limit=1`)
      )
      assert.deepStrictEqual(
        body.breakdown.map(({ key, label, total }: Record<string, unknown>) => [key, label, total]),
        [[sub, "Example Sub", 2]]
      )
    }))

  it.effect("403: a key without domains:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      assert.strictEqual((yield* call("GET", path(january))).status, 403)
    }))

  it.effect.each(
    [
      ["", [["query.start_date", "missing"], ["query.end_date", "missing"]]],
      ["start_date=2026-02-30&end_date=2026-3-1", [["query.start_date", "date_parsing"], [
        "query.end_date",
        "date_parsing"
      ]]],
      ["start_date=2026-01-02&end_date=2026-01-01", [["query.end_date", "value_error"]]],
      ["start_date=2025-01-01&end_date=2026-02-05", [["query.end_date", "value_error"]]],
      [`${january}&granularity=year`, [["query.granularity", "enum"]]],
      [`${january}&breakdown=registrar`, [["query.breakdown", "enum"]]],
      [`${january}&breakdown_limit=0`, [["query.breakdown_limit", "greater_than_equal"]]],
      [`${january}&breakdown_limit=101`, [["query.breakdown_limit", "less_than_equal"]]]
    ] as const
  )("422: %s", ([query, issues]) =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", path(query))
      assert.strictEqual(status, 422)
      assert.deepStrictEqual<unknown>(issuesOf(body), issues)
    }))

  it.effect("200: a window of 400 days", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", path("start_date=2025-01-01&end_date=2026-02-04"))
      assert.deepStrictEqual([status, body.buckets.length], [200, 400])
    }))
})
