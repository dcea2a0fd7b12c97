import { assert, layer } from "@effect/vitest"
import { newReport } from "@namewright/conformance"
import { ReportFiles, ReportStatus, ReportStore } from "@namewright/core/reports"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { unzip } from "../../../../test/unzip.ts"
import { storedDomain } from "../domains/storedDomain.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { makeReports } from "./madeReports.ts"

/** Inventory of an organization with domains of these names. */
const inventoryOf = Effect.fnUntraced(function*(...names: ReadonlyArray<string>) {
  const { fetch, key, organization } = yield* TestPlatform
  const owner = yield* organization()
  const mine = yield* key(owner, ["organization:read"])
  for (const name of names) yield* storedDomain(owner, name)
  const { body: { report_id } } = yield* fetch("POST", "/v1/reports", {}, { key: mine })
  yield* makeReports
  const download = (headers: Record<string, string> = {}) =>
    fetch("GET", `/v1/reports/${report_id}/download`, undefined, { key: mine, headers })
  return { report_id: String(report_id), download, mine, owner }
})

layer(TestPlatform.layer)("GET /v1/reports/{report_id}/download", (it) => {
  it.effect("200: the ZIP, with its name and length", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { download, mine, report_id } = yield* inventoryOf("b-download.com", "a-download.com")
      const { bytes, headers, status } = yield* download()
      assert.strictEqual(status, 200)
      const { body: report } = yield* fetch("GET", `/v1/reports/${report_id}`, undefined, { key: mine })
      const wanted = {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename=domain_inventory-${report_id}.zip`,
        "content-length": String(report.file_size_bytes),
        "accept-ranges": "bytes",
        etag: `"${report_id}"`
      }
      for (const [name, value] of Object.entries(wanted)) assert.strictEqual(headers.get(name), value, name)
      assert.strictEqual(bytes.length, report.file_size_bytes)
      const [[name, content] = ["", ""]] = yield* Effect.promise(() => unzip(bytes))
      assert.strictEqual(name, "domain_inventory.csv")
      const rows = parse(content, { columns: true }) as ReadonlyArray<Record<string, string>>
      assert.deepStrictEqual(rows.map((row) => row["name"]), ["a-download.com", "b-download.com"])
    }))

  it.effect("206: any range; all ranges make up the file", () =>
    Effect.gen(function*() {
      const { download, report_id } = yield* inventoryOf("parts.com")
      const whole = yield* download()
      const size = whole.bytes.length
      const first = yield* download({ range: "bytes=0-99" })
      assert.deepStrictEqual(
        [first.status, first.headers.get("content-range"), first.headers.get("content-length")],
        [206, `bytes 0-99/${size}`, "100"]
      )
      const rest = yield* download({ range: "bytes=100-", "if-range": `"${report_id}"` })
      assert.strictEqual(rest.status, 206)
      assert.isTrue(Buffer.concat([first.bytes, rest.bytes]).equals(whole.bytes))
    }))

  it.effect("200: the whole file if `If-Range` differs, and for several ranges", () =>
    Effect.gen(function*() {
      const { download } = yield* inventoryOf("whole.com")
      const size = (yield* download()).bytes.length
      const other = yield* download({ range: "bytes=100-", "if-range": "\"report_other\"" })
      const several = yield* download({ range: "bytes=0-1,3-4" })
      assert.deepStrictEqual([other, several].map(({ bytes, status }) => [status, bytes.length]), [[200, size], [
        200,
        size
      ]])
    }))

  it.effect("416: a range after the end", () =>
    Effect.gen(function*() {
      const { download } = yield* inventoryOf("behind.com")
      const size = (yield* download()).bytes.length
      const { body, headers, status } = yield* download({ range: `bytes=${size}-` })
      assert.deepStrictEqual([status, body.code], [416, "ERROR_RANGE_NOT_SATISFIABLE"])
      assert.strictEqual(headers.get("content-range"), `bytes */${size}`)
    }))

  it.effect("409: a report in every other status", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { insert } = yield* ReportStore
      const owner = yield* organization()
      const mine = yield* key(owner)
      for (const status of ReportStatus.literals.filter((one) => one !== "completed")) {
        const report = yield* newReport(owner, { status })
        yield* insert(report)
        const answer = yield* fetch("GET", `/v1/reports/${report.report_id}/download`, undefined, { key: mine })
        assert.deepStrictEqual(
          [answer.status, answer.body.code, answer.body.status, answer.body.report_status],
          [409, "ERROR_REPORT_NOT_READY", 409, status]
        )
      }
    }))

  it.effect("404: a report whose file was just removed", () =>
    Effect.gen(function*() {
      const { remove } = yield* ReportFiles
      const { download, report_id } = yield* inventoryOf("removed.com")
      yield* remove(`${report_id}-1`)
      const { body, status } = yield* download()
      assert.deepStrictEqual([status, body.code], [404, "ERROR_REPORT_NOT_FOUND"])
    }))

  it.effect("200: with any Accept header", () =>
    Effect.gen(function*() {
      const { download } = yield* inventoryOf("accept.com")
      for (const accept of ["application/zip", "application/json", "text/html"]) {
        const { headers, status } = yield* download({ accept })
        assert.deepStrictEqual([status, headers.get("content-type")], [200, "application/zip"], accept)
      }
    }))
})
