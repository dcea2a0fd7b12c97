import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { storedDomain } from "../domains/storedDomain.ts"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const credential = `registrar_credential_${"0".repeat(26)}`

layer(TestPlatform.layer)("POST /v1/reports", (it) => {
  it.effect("202: the pending report", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const owner = yield* organization()
      const mine = yield* key(owner)
      yield* storedDomain(owner, "external.com", { registrar: "OPENSRS", registrar_credential_id: credential })
      const body = { report_type: "registrar_portfolio_pdf", registrar_credential_id: credential }
      const made = yield* fetch("POST", "/v1/reports", body, { key: mine })
      assert.strictEqual(made.status, 202, JSON.stringify(made.body))
      const { created_on, report_id, updated_on, ...rest } = made.body
      assert.match(report_id, /^report_[0-7][0-9a-z]{25}$/)
      assert.strictEqual(created_on, updated_on)
      assert.deepStrictEqual(rest, {
        organization_id: owner,
        report_type: "registrar_portfolio_pdf",
        status: "pending",
        trigger_type: "on_demand",
        registrar_credential_id: credential,
        record_count: null,
        file_size_bytes: null,
        generated_on: null
      })
      assert.deepStrictEqual(
        (yield* fetch("GET", `/v1/reports/${report_id}`, undefined, { key: mine })).body,
        made.body
      )
    }))

  it.effect("202: the domain inventory by default", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      for (const body of [undefined, {}, "null", { registrar_credential_id: null }]) {
        const mine = yield* key(yield* organization())
        const made = yield* fetch("POST", "/v1/reports", body, { key: mine })
        assert.deepStrictEqual(
          [made.status, made.body.report_type, made.body.registrar_credential_id],
          [202, "domain_inventory", null],
          JSON.stringify(made.body)
        )
      }
    }))

  it.effect("403: for an inactive organization", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization({ active: false }))
      const { body, status } = yield* fetch("POST", "/v1/reports", {}, { key: mine })
      assert.deepStrictEqual([status, body.code], [403, "ERROR_ORGANIZATION_INACTIVE"])
    }))

  it.effect("422: monthly and unknown types, and a portfolio without a credential", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const refused = Effect.fnUntraced(function*(body: unknown) {
        const answer = yield* fetch("POST", "/v1/reports", body, { key: mine })
        assert.strictEqual(answer.status, 422, JSON.stringify(answer.body))
        return issuesOf(answer.body)
      })
      assert.deepStrictEqual(yield* refused({ report_type: "billing_transactions_monthly" }), [
        ["body.report_type", "value_error"]
      ])
      assert.deepStrictEqual(yield* refused({ report_type: "registrar_portfolio_pdf" }), [
        ["body.registrar_credential_id", "missing"]
      ])
      assert.deepStrictEqual((yield* refused({ report_type: "horoscope" })).map(([pointer]) => pointer), [
        "body.report_type"
      ])
      assert.deepStrictEqual((yield* refused({ registrar_credential_id: "x" })).map(([, type]) => type), [
        "typeid_parsing"
      ])
    }))

  it.effect("422: an unknown credential, or another organization's, and nothing stored", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const owner = yield* organization()
      const mine = yield* key(owner)
      const theirs = `registrar_credential_${"2".repeat(26)}`
      yield* storedDomain(yield* organization(), "theirs.com", {
        registrar: "OPENSRS",
        registrar_credential_id: theirs
      })
      for (const report_type of ["registrar_portfolio_pdf", "domain_inventory"]) {
        for (const registrar_credential_id of [`registrar_credential_${"3".repeat(26)}`, theirs]) {
          const { body, status } = yield* fetch("POST", "/v1/reports", { report_type, registrar_credential_id }, {
            key: mine
          })
          assert.strictEqual(status, 422)
          assert.deepStrictEqual(issuesOf(body), [["body.registrar_credential_id", "value_error"]])
        }
      }
      assert.strictEqual((yield* fetch("GET", "/v1/reports", undefined, { key: mine })).body.total, 0)
      // The cooldown has not started.
      assert.strictEqual((yield* fetch("POST", "/v1/reports", {}, { key: mine })).status, 202)
    }))

  it.effect("429: the same type again within five minutes, or within the hour", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      // One and a half minutes before an hour begins.
      yield* TestClock.setTime(Date.parse("2026-03-15T10:58:30Z"))
      const mine = yield* key(yield* organization())
      const other = yield* key(yield* organization())
      const ask = (report_type = "domain_inventory", caller = mine) =>
        fetch("POST", "/v1/reports", { report_type }, { key: caller })
      assert.strictEqual((yield* ask()).status, 202)
      yield* TestClock.adjust("2 minutes")
      const refused = yield* ask()
      assert.deepStrictEqual(
        [refused.status, refused.body.code, refused.body.retry_after, refused.headers.get("retry-after")],
        [429, "ERROR_REPORT_COOLDOWN", 180, "180"]
      )
      assert.strictEqual((yield* ask("expiring_domains")).status, 202)
      assert.strictEqual((yield* ask("domain_inventory", other)).status, 202)
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual((yield* ask()).status, 202)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* ask()).headers.get("retry-after"), String(46 * 60 + 30))
    }))
})
