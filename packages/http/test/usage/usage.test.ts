import { assert, layer } from "@effect/vitest"
import { Worker } from "@namewright/core/embed"
import { OrganizationOperations } from "@namewright/core/organizations"
import type { OrganizationId } from "@namewright/core/shared"
import { UsageIngestion, type UsageRecord } from "@namewright/core/usage"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"

const at = (text: string) => DateTime.makeUnsafe(text)

const pathOf = (organization: string, query: string, part = "", product = "ai_inference") =>
  `/v1/organizations/${organization}/usage/${product}${part}?${query}`

let keys = 0
const used = (organization_id: OrganizationId, on: string, change: Partial<UsageRecord> = {}): UsageRecord => ({
  key: `usage-${keys++}`,
  organization_id,
  product: "ai_inference",
  model: "small",
  used_on: at(on),
  input_tokens: 100,
  output_tokens: 10,
  ...change
})

const record = (...records: ReadonlyArray<UsageRecord>) => UsageIngestion.use((usage) => usage.record(records))

const small = (count: number) => ({
  model: "small",
  input_tokens: 100 * count,
  output_tokens: 10 * count,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  request_count: count
})

const january = "start_date=2026-01-01&end_date=2026-01-31"
const now = TestClock.setTime(at("2026-01-20T12:00:00Z").epochMilliseconds)

layer(TestPlatform.layer)("Usage", (it) => {
  it.effect("200: by day with empty buckets, by model", () =>
    Effect.gen(function*() {
      yield* now
      const call = yield* caller()
      const { organization } = call
      const large = { model: "large", cache_read_tokens: 7, cache_write_tokens: 3, request_count: 2 }
      yield* record(
        used(organization, "2026-01-05T00:00:00Z"),
        used(organization, "2026-01-05T23:59:59Z"),
        used(organization, "2026-01-07T08:00:00Z", large)
      )
      const { body, status } = yield* call("GET", pathOf(organization, "start_date=2026-01-05&end_date=2026-01-07"))
      assert.strictEqual(status, 200)
      const seen = { input_tokens: 100, output_tokens: 10, ...large }
      assert.deepStrictEqual(body, {
        product: "ai_inference",
        start_date: "2026-01-05",
        end_date: "2026-01-07",
        granularity: "day",
        buckets: [
          { period_start: "2026-01-05", groups: [small(2)] },
          { period_start: "2026-01-06", groups: [] },
          { period_start: "2026-01-07", groups: [seen] }
        ]
      })
      const summary = yield* call("GET", pathOf(organization, january, "/summary"))
      assert.deepStrictEqual(summary.body, {
        product: "ai_inference",
        start_date: "2026-01-01",
        end_date: "2026-01-31",
        groups: [seen, small(2)]
      })
    }))

  it.effect("200: by week from Monday, and by month", () =>
    Effect.gen(function*() {
      yield* now
      const call = yield* caller()
      const { organization } = call
      yield* record(
        used(organization, "2025-12-31T23:00:00Z"),
        used(organization, "2026-01-04T23:00:00Z"),
        used(organization, "2026-01-05T00:00:00Z")
      )
      const read = (query: string) => call("GET", pathOf(organization, query))
      const weeks = yield* read("start_date=2026-01-01&end_date=2026-01-13&granularity=week")
      assert.deepStrictEqual(weeks.body.buckets, [
        { period_start: "2025-12-29", groups: [small(1)] },
        { period_start: "2026-01-05", groups: [small(1)] },
        { period_start: "2026-01-12", groups: [] }
      ])
      const months = yield* read("start_date=2025-12-15&end_date=2026-02-01&granularity=month")
      assert.deepStrictEqual(months.body.buckets, [
        { period_start: "2025-12-01", groups: [small(1)] },
        { period_start: "2026-01-01", groups: [small(2)] },
        { period_start: "2026-02-01", groups: [] }
      ])
    }))

  it.effect("200: a parent sees what it pays for; its suborganization sees its own part", () =>
    Effect.gen(function*() {
      yield* now
      const { organization } = yield* TestPlatform
      const operations = yield* OrganizationOperations
      const parent = yield* organization()
      yield* operations.changeTerms(parent, { independent_billing_approved: true })
      const consolidated = yield* organization({ parent })
      const sibling = yield* organization({ parent })
      const own = yield* caller({ of: parent })
      const made = yield* own("POST", "/v1/organizations", {
        name: "Independent",
        billing_mode: "independent",
        currency: "EUR",
        country_code: "DE",
        address_1: "Weg 1",
        city: "Berlin",
        postal_code: "10115",
        users: [{
          username: "payer",
          email: "payer@example.org",
          first_name: "Paula",
          last_name: "Payer",
          locale: "en"
        }]
      })
      assert.strictEqual(made.status, 200, JSON.stringify(made.body))
      const independent = made.body.organization_id
      yield* record(
        used(parent, "2026-01-05T00:00:00Z"),
        used(consolidated, "2026-01-05T00:00:00Z"),
        used(sibling, "2026-01-05T00:00:00Z"),
        used(independent, "2026-01-05T00:00:00Z")
      )
      const child = yield* caller({ of: consolidated })
      const groups = (call: typeof own, id: string) =>
        Effect.map(call("GET", pathOf(id, january, "/summary")), ({ body }) => body.groups)
      assert.deepStrictEqual(yield* groups(own, parent), [small(3)])
      assert.deepStrictEqual(yield* groups(own, consolidated), [small(1)])
      assert.deepStrictEqual(yield* groups(own, independent), [small(1)])
      assert.deepStrictEqual(yield* groups(child, consolidated), [small(1)])
      for (const part of ["", "/summary"]) {
        for (const hidden of [parent, sibling]) {
          const { body, status } = yield* child("GET", pathOf(hidden, january, part))
          assert.deepStrictEqual([status, body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
        }
      }
    }))

  it.effect("403: without the right to read the organization", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      for (const part of ["", "/summary"]) {
        assert.strictEqual((yield* call("GET", pathOf(call.organization, january, part))).status, 403)
      }
    }))

  it.effect("422: unknown products, and windows that are reversed, too long or incomplete", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const issues = (query: string, part: string, product?: string) =>
        Effect.map(call("GET", pathOf(call.organization, query, part, product)), ({ body, status }) => {
          assert.strictEqual(status, 422)
          return issuesOf(body)
        })
      for (const part of ["", "/summary"]) {
        assert.deepStrictEqual((yield* issues(january, part, "unknown")).map(([loc]) => loc), ["path.product"])
        for (
          const window of ["start_date=2026-01-02&end_date=2026-01-01", "start_date=2025-01-01&end_date=2026-02-05"]
        ) {
          assert.deepStrictEqual(yield* issues(window, part), [["query.end_date", "value_error"]])
        }
        assert.deepStrictEqual(yield* issues("start_date=2026-01-01", part), [["query.end_date", "missing"]])
        assert.deepStrictEqual(
          (yield* issues("start_date=2026-02-30&end_date=2026-03-01", part)).map(([loc]) => loc),
          ["query.start_date"]
        )
      }
      const longest = "start_date=2025-01-01&end_date=2026-02-04"
      assert.lengthOf((yield* call("GET", pathOf(call.organization, longest))).body.buckets, 400)
    }))
})

layer(TestPlatform.layer)("Recording of usage", (it) => {
  const counted = Effect.fnUntraced(function*(organization: OrganizationId) {
    const call = yield* caller({ of: organization })
    const { body } = yield* call("GET", pathOf(organization, january, "/summary"))
    return body.groups.map((group: { request_count: number }) => group.request_count)
  })

  it.effect("counts a key once, in one call and in several, also concurrent ones", () =>
    Effect.gen(function*() {
      yield* now
      const { organization } = yield* TestPlatform
      const own = yield* organization()
      const [first, second] = [used(own, "2026-01-05T00:00:00Z"), used(own, "2026-01-05T00:00:00Z")]
      assert.deepStrictEqual(yield* record(first, first), { recorded: 1, repeated: 1 })
      const both = yield* Effect.all([record(first, second), record(second, first)], { concurrency: 2 })
      assert.deepStrictEqual(both.map(({ recorded }) => recorded).toSorted(), [0, 1])
      // Counts that are absent are the same record as zeros.
      assert.deepStrictEqual(yield* record({ ...first, cache_read_tokens: 0 }), { recorded: 0, repeated: 1 })
      assert.deepStrictEqual(yield* counted(own), [2])
    }))

  it.effect("refuses other contents under a counted key, and counts nothing of the call", () =>
    Effect.gen(function*() {
      yield* now
      const { organization } = yield* TestPlatform
      const own = yield* organization()
      const first = used(own, "2026-01-05T00:00:00Z")
      yield* record(first)
      const other = { ...first, input_tokens: 101 }
      const fresh = used(own, "2026-01-05T00:00:00Z")
      const refused = yield* Effect.flip(record(fresh, other))
      assert.deepInclude(refused, { code: "ERROR_USAGE_KEY_REUSED", keys: [first.key] })
      const within = yield* Effect.flip(record(fresh, { ...fresh, model: "large" }))
      assert.deepInclude(within, { code: "ERROR_USAGE_KEY_REUSED", keys: [fresh.key] })
      assert.deepStrictEqual(yield* counted(own), [1])
      assert.deepStrictEqual(yield* record(fresh), { recorded: 1, repeated: 0 })
    }))

  it.effect("refuses usage of unknown organizations, of the future and of more than 30 days ago", () =>
    Effect.gen(function*() {
      yield* now
      const { organization } = yield* TestPlatform
      const own = yield* organization()
      const fine = used(own, "2026-01-05T00:00:00Z")
      const unknown = yield* Effect.flip(
        record(fine, used("organization_01h455vb4pex5vsknk084sn02q" as OrganizationId, "2026-01-05T00:00:00Z"))
      )
      assert.strictEqual(unknown.code, "ERROR_ORGANIZATION_NOT_FOUND")
      const late = yield* Effect.flip(
        record(fine, used(own, "2026-01-20T12:06:00Z"), used(own, "2025-12-21T11:59:00Z"))
      )
      assert.deepStrictEqual(
        late._tag === "InvalidInput" ? late.issues.map(({ loc }) => loc.join(".")) : [],
        ["body.1.used_on", "body.2.used_on"]
      )
      assert.deepStrictEqual(yield* counted(own), [])
      assert.strictEqual((yield* record(used(own, "2025-12-21T12:00:00Z"))).recorded, 1)
    }))

  it.effect("removes keys after the time in which their records are accepted", () =>
    Effect.gen(function*() {
      yield* now
      const { organization } = yield* TestPlatform
      const own = yield* organization()
      const first = used(own, "2026-01-20T12:00:00Z")
      yield* record(first)
      const tick = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))
      yield* TestClock.adjust("30 days")
      yield* tick
      assert.deepStrictEqual(yield* record(first), { recorded: 0, repeated: 1 })
      yield* TestClock.adjust("25 hours")
      yield* tick
      assert.strictEqual((yield* Effect.flip(record(first))).code, "ERROR_INVALID_INPUT")
      assert.strictEqual((yield* record({ ...first, used_on: at("2026-02-20T12:00:00Z") })).recorded, 1)
    }))
})
