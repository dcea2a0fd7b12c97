import { assert, describe, it } from "@effect/vitest"
import {
  monthlyTypes,
  nextAllowed,
  outdated,
  policyIssues,
  ReportStatus,
  ReportType,
  secondsToWait
} from "@namewright/core/reports"
import { Instant } from "@namewright/core/shared"
import { DateTime, Schema } from "effect"

const at = (text: string) => DateTime.makeUnsafe(`2026-03-15T${text}Z`)
const credential = `registrar_credential_${"0".repeat(26)}`

describe("the cooldown of a report", () => {
  it("is five minutes, and lasts to the next clock hour", () => {
    const next = { "10:00:00": "11:00:00", "10:30:00": "11:00:00", "10:55:00": "11:00:00", "10:58:30": "11:03:30" }
    for (const [last, allowed] of Object.entries(next)) {
      assert.strictEqual(Instant.format(nextAllowed(at(last))), `2026-03-15T${allowed}Z`)
    }
  })

  it("ends at the later of both, to the second", () => {
    assert.strictEqual(secondsToWait(null, at("10:00:00")), 0)
    assert.strictEqual(secondsToWait(at("10:58:30"), at("11:00:00")), 210)
    assert.strictEqual(secondsToWait(at("10:00:00"), at("10:59:59")), 1)
    assert.strictEqual(secondsToWait(at("10:00:00"), at("11:00:00")), 0)
  })
})

describe("a request", () => {
  const issues = (report_type: ReportType, registrar_credential_id?: string | null, isKnown = true) =>
    policyIssues(
      { report_type, ...(registrar_credential_id === undefined ? {} : { registrar_credential_id }) },
      isKnown
    )
      .map(({ loc, type }) => [loc.join("."), type])

  it("is refused for monthly types", () => {
    assert.deepStrictEqual(
      ReportType.literals.filter((type) => issues(type, credential).length > 0),
      monthlyTypes
    )
    assert.deepStrictEqual(issues("billing_transactions_monthly"), [["body.report_type", "value_error"]])
  })

  it("for the portfolio needs a credential", () => {
    const missing = [["body.registrar_credential_id", "missing"]]
    assert.deepStrictEqual([issues("registrar_portfolio_pdf"), issues("registrar_portfolio_pdf", null)], [
      missing,
      missing
    ])
    assert.deepStrictEqual(issues("registrar_portfolio_pdf", credential), [])
  })

  it("of any type is refused for an unknown credential", () => {
    const unknown = [["body.registrar_credential_id", "value_error"]]
    assert.deepStrictEqual(issues("registrar_portfolio_pdf", credential, false), unknown)
    assert.deepStrictEqual(issues("domain_inventory", credential, false), unknown)
  })
})

describe("retention", () => {
  const reports = (report_type: ReportType, statuses: ReadonlyArray<ReportStatus>) =>
    statuses.map((status, index) => ({ report_type, status, index }))
  const gone = (report_type: ReportType, statuses: ReadonlyArray<ReportStatus>) =>
    outdated(reports(report_type, statuses)).map(({ index }) => index)

  it("keeps the newest 30", () => {
    const statuses = Array.from({ length: 33 }, (_, index): ReportStatus => index % 2 === 0 ? "completed" : "failed")
    assert.deepStrictEqual(gone("billing_transactions", statuses), [30, 31, 32])
  })

  it("keeps only the latest empty report, but all of the portfolio", () => {
    const statuses: ReadonlyArray<ReportStatus> = ["completed", "empty", "failed", "empty", "empty"]
    assert.deepStrictEqual(gone("domain_inventory", statuses), [3, 4])
    assert.deepStrictEqual(gone("registrar_portfolio_pdf", statuses), [])
  })

  const manyStatuses = Schema.Array(ReportStatus).check(Schema.isMaxLength(60))

  it.prop("never takes what is still to be made, and leaves at most 30 others", [manyStatuses], ([statuses]) => {
    const removed = gone("domain_inventory", statuses)
    const kept = statuses.filter((_, index) => !removed.includes(index))
    const open = (one: ReportStatus) => one === "pending" || one === "generating"
    assert.deepStrictEqual(kept.filter(open), statuses.filter(open))
    assert.isAtMost(kept.filter((one) => !open(one)).length, 30)
    assert.isAtMost(kept.filter((one) => one === "empty").length, 1)
  })
})
