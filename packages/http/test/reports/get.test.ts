import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { storedDomain } from "../domains/storedDomain.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { makeReports } from "./madeReports.ts"

layer(TestPlatform.layer)("GET /v1/reports/{report_id}", (it) => {
  it.effect("200: its status and its result", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const owner = yield* organization()
      const mine = yield* key(owner, ["organization:read"])
      for (const name of ["a-report.com", "b-report.com"]) yield* storedDomain(owner, name)
      const { body: { report_id } } = yield* fetch("POST", "/v1/reports", {}, { key: mine })
      const read = Effect.map(fetch("GET", `/v1/reports/${report_id}`, undefined, { key: mine }), ({ body }) => body)
      assert.strictEqual((yield* read).status, "pending")
      yield* makeReports
      const { file_size_bytes, generated_on, record_count, status, updated_on } = yield* read
      assert.deepStrictEqual([status, record_count, generated_on], ["completed", 2, updated_on])
      assert.isAbove(file_size_bytes, 100)
    }))

  it.effect("200: an empty report", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const body = { report_type: "dns_zone_summary" }
      const made = yield* fetch("POST", "/v1/reports", body, { key: mine })
      yield* makeReports
      const read = yield* fetch("GET", `/v1/reports/${made.body.report_id}`, undefined, { key: mine })
      assert.deepStrictEqual(
        [read.body.status, read.body.record_count, read.body.file_size_bytes, read.body.generated_on],
        ["empty", 0, null, null]
      )
    }))

  it.effect("404: a report of another organization; 422: an invalid id", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const path = `/v1/reports/report_${"0".repeat(26)}`
      const { body, status } = yield* fetch("GET", path, undefined, { key: mine })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_REPORT_NOT_FOUND"])
      const wrong = yield* fetch("GET", "/v1/reports/report_1", undefined, { key: mine })
      assert.deepStrictEqual([wrong.status, wrong.body.errors[0].type], [422, "typeid_parsing"])
    }))
})
