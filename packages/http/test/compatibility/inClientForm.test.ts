import { assert, describe, it, layer } from "@effect/vitest"
import { EventLog } from "@namewright/core/events"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { clientBodies } from "../../src/compatibility/clientBodies.ts"
import { pagination } from "../../src/compatibility/pagination.ts"
import { operations } from "../../src/platform/operations.ts"
import { makeReports } from "../reports/madeReports.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const record = (organization_id: OrganizationId) =>
  Effect.flatMap(EventLog, (log) =>
    log.record({
      organization_id,
      object_type: "DOMAIN",
      object_id: `"],"total":9,"page":9,"page_size":9}`,
      object_name: null,
      type: null,
      subtype: null,
      event_data: { message: "ü" }
    }))

const both = { prefer: "envelope=both" }

layer(TestPlatform.layer)("client compatibility by request", (it) => {
  it.effect("adds the second envelope to a list", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const owner = yield* organization()
      yield* Effect.repeat(record(owner), { times: 2 })
      const mine = yield* key(owner)
      const plain = yield* fetch("GET", "/v1/events?page_size=2", undefined, { key: mine })
      assert.deepStrictEqual(Object.keys(plain.body), ["items", "total", "page", "page_size"])
      const { body, headers } = yield* fetch("GET", "/v1/events?page_size=2", undefined, { key: mine, headers: both })
      assert.deepStrictEqual(body, {
        ...plain.body,
        results: plain.body.items,
        pagination: {
          total_pages: 2,
          total_items: 3,
          total_count: 3,
          current_page: 1,
          page_size: 2,
          has_next_page: true,
          has_previous_page: false
        }
      })
      assert.deepStrictEqual([headers.get("preference-applied"), headers.get("vary")], ["envelope=both", "Prefer"])
    }))

  it.effect("adds it to an empty list", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { body } = yield* fetch("GET", "/v1/events", undefined, {
        key: yield* key(yield* organization()),
        headers: both
      })
      assert.deepStrictEqual([body.results, body.pagination.total_pages, body.pagination.has_next_page], [[], 0, false])
    }))

  it.effect("adds the members that an operation declares for clients", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const plain = yield* fetch("GET", "/v1/domains/summary", undefined, { key: mine })
      const { body } = yield* fetch("GET", "/v1/domains/summary", undefined, { key: mine, headers: both })
      assert.deepStrictEqual(body, {
        ...plain.body,
        total_domains: 0,
        domains_by_tld: {},
        domains_by_status: {},
        expiring_within_30_days: 0,
        expiring_within_90_days: 0
      })
    }))

  it.effect("returns a bare list as an object on request", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const path = "/v1/organizations/attributes"
      const bare = yield* fetch("GET", path, undefined, { key: mine })
      assert.isArray(bare.body)
      const wrapped = { attributes: bare.body }
      assert.deepStrictEqual((yield* fetch("GET", `${path}?wrap=true`, undefined, { key: mine })).body, wrapped)
      assert.isArray((yield* fetch("GET", `${path}?wrap=false`, undefined, { key: mine })).body)
      const accepted = yield* fetch("GET", path, undefined, {
        key: mine,
        headers: { accept: "application/vnd.wrapped+json" }
      })
      assert.deepStrictEqual([accepted.body, accepted.headers.get("content-type")], [
        wrapped,
        "application/vnd.wrapped+json"
      ])
      const refused = yield* fetch("GET", `${path}?wrap=true`)
      assert.strictEqual(refused.body.code, "ERROR_AUTHENTICATION")
    }))

  it.effect("adds error_code and message to problems", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const refused = yield* fetch("GET", "/v1/events", undefined, { headers: both })
      assert.deepStrictEqual([refused.body.error_code, refused.body.message], [
        "ERROR_AUTHENTICATION",
        refused.body.detail
      ])
      const mine = yield* key(yield* organization())
      const invalid = yield* fetch("GET", "/v1/events?page=0", undefined, { key: mine, headers: both })
      assert.strictEqual(invalid.body.message, "Request validation error.")
      assert.notProperty(invalid.body, "error_code")
    }))
})

layer(TestPlatform.layerWith({ clientCompatibility: true }))("client compatibility by setting", (it) => {
  it.effect("answers problems of a zone with 400 and the reasons in detail", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const rrset = (type: string, rdata: string) => ({ name: "www", type, ttl: 300, records: [{ rdata }] })
      const body = { name: "refused.example", rrsets: [rrset("CNAME", "a.example."), rrset("A", "192.0.2.1")] }
      const refused = yield* fetch("POST", "/v1/dns", body, { key: mine })
      assert.deepStrictEqual([refused.status, refused.body.status, refused.body.code], [
        400,
        400,
        "ERROR_ZONE_VALIDATION_FAILED"
      ])
      assert.isNotEmpty(refused.body.errors)
      for (const { msg } of refused.body.errors) assert.include(refused.body.detail, msg)
      assert.match(refused.body.detail, /^Zone validation failed: rrsets\.\d/)
      assert.strictEqual(refused.body.message, refused.body.detail)
      const invalid = yield* fetch("POST", "/v1/dns", {}, { key: mine })
      assert.strictEqual(invalid.status, 422)
    }))

  it.effect("shows the balance of an organization as a decimal", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const owner = yield* organization({ credit: 1_050 })
      const mine = yield* key(owner)
      const attributes = [{ key: "copy", value: { account_balance: 5 } }]
      yield* fetch("PATCH", "/v1/organizations/attributes", attributes, { key: mine })
      const { body } = yield* fetch("GET", `/v1/organizations/${owner}`, undefined, { key: mine })
      assert.strictEqual(body.account_balance, "10.50")
      assert.deepStrictEqual(body.attributes[0].value, { account_balance: 5 })
      const child = yield* organization({ parent: owner })
      const consolidated = yield* fetch("GET", `/v1/organizations/${child}`, undefined, { key: mine })
      assert.isNull(consolidated.body.account_balance)
    }))

  it.effect("shows an empty report as completed, with 0 records and without a file", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const made = yield* fetch("POST", "/v1/reports", { report_type: "dns_zone_summary" }, { key: mine })
      yield* makeReports
      const path = `/v1/reports/${made.body.report_id}`
      const { body } = yield* fetch("GET", path, undefined, { key: mine })
      assert.deepStrictEqual([body.status, body.record_count, body.file_size_bytes], ["completed", 0, null])
      const list = yield* fetch("GET", "/v1/reports", undefined, { key: mine })
      assert.deepStrictEqual(list.body.results.map(({ status }: any) => status), ["completed"])
      assert.deepStrictEqual(list.body.items, list.body.results)
      const download = yield* fetch("GET", `${path}/download`, undefined, { key: mine })
      assert.deepStrictEqual([download.status, download.body.report_status], [409, "empty"])
    }))

  it.effect("extends every list and problem", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const list = yield* fetch("GET", "/v1/events", undefined, { key: mine })
      assert.deepStrictEqual(list.body.results, [])
      assert.isNull(list.headers.get("preference-applied"))
      assert.strictEqual((yield* fetch("GET", "/nowhere")).body.error_code, "ERROR_ROUTE_NOT_FOUND")
    }))
})

describe("pagination", () => {
  it("contains the previous and next page", () => {
    const { has_next_page, has_previous_page, total_pages } = pagination(21, 2, 10)
    assert.deepStrictEqual([has_next_page, has_previous_page, total_pages], [true, true, 3])
    assert.isFalse(pagination(21, 3, 10).has_next_page)
  })
})

describe("clientBodies", () => {
  it("names operations that exist", () => {
    assert.includeMembers(Array.from(operations.values(), ({ identifier }) => identifier), Object.keys(clientBodies))
  })
})
