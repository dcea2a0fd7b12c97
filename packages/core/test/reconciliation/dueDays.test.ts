import { assert, describe, it } from "@effect/vitest"
import {
  dueDays,
  duePayments,
  missedPayments,
  nextPayments,
  type ReconciliationRun
} from "@namewright/core/reconciliation"
import { DateTime } from "effect"

const at = (time: string) => DateTime.makeUnsafe(time)
const run = (day: string, ran_on: string, due?: string) => ({
  day,
  ran_on: at(ran_on),
  payments_due_on: due === undefined ? null : at(due)
})

const due = (now: string, runs: ReadonlyArray<ReconciliationRun>, openDays: ReadonlyArray<string> = []) =>
  dueDays(at(now), runs, openDays, true)

describe("due days of the reconciliation", () => {
  it("are the last day that ended an hour ago, before the first run", () => {
    assert.deepStrictEqual(due("2026-03-15T00:59:59Z", []), ["2026-03-13"])
    assert.deepStrictEqual(due("2026-03-15T01:00:00Z", []), ["2026-03-14"])
  })

  it("include days that were missed since the first run, at most 7", () => {
    const runs = [run("2026-03-10", "2026-03-11T01:00:00Z"), run("2026-03-12", "2026-03-13T01:00:00Z")]
    assert.deepStrictEqual(due("2026-03-15T05:00:00Z", runs), ["2026-03-11", "2026-03-13", "2026-03-14"])
    const long = due("2026-06-15T05:00:00Z", runs)
    assert.lengthOf(long, 7)
    assert.deepStrictEqual([long[0], long.at(-1)], ["2026-06-08", "2026-06-14"])
  })

  it("include the days of the last month once, after its invoices are issued", () => {
    const before = [run("2026-02-28", "2026-03-01T01:00:00Z"), run("2026-03-01", "2026-03-02T01:00:00Z")]
    assert.deepStrictEqual(due("2026-03-02T00:59:59Z", before), [])
    assert.deepStrictEqual(due("2026-03-02T01:00:00Z", before), ["2026-02-28"])
    assert.deepStrictEqual(dueDays(at("2026-03-02T01:00:00Z"), before, [], false), [])
    const after = [run("2026-02-28", "2026-03-02T01:00:00Z"), run("2026-03-01", "2026-03-02T01:00:00Z")]
    assert.deepStrictEqual(due("2026-03-02T02:00:00Z", after), [])
  })

  it("include days with open findings once a day", () => {
    const runs = [run("2026-03-13", "2026-03-14T01:00:00Z"), run("2026-03-14", "2026-03-15T01:00:00Z")]
    assert.deepStrictEqual(due("2026-03-15T02:00:00Z", runs, ["2026-03-13", "2026-03-14"]), ["2026-03-13"])
  })

  it("include the payments of days that were missed for more than a week", () => {
    const runs = [run("2026-03-01", "2026-03-02T01:00:00Z"), run("2026-03-03", "2026-03-04T01:00:00Z")]
    const now = "2026-03-15T01:00:00Z"
    const missed = ["2026-03-02", "2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07"]
    assert.deepStrictEqual(missedPayments(at(now), runs), missed)
    assert.strictEqual(due(now, runs)[0], "2026-03-08")
    assert.deepStrictEqual(missedPayments(at(now), []), [])
  })

  it("compare payments again every week for a year, and an hour after the provider was silent", () => {
    const next = (day: string, isAnswered: boolean) => {
      const due = nextPayments(day, at("2026-03-15T01:00:00Z"), isAnswered)
      return due === null ? null : DateTime.formatIso(due)
    }
    assert.strictEqual(next("2026-03-14", true), "2026-03-22T01:00:00.000Z")
    assert.strictEqual(next("2026-03-14", false), "2026-03-15T02:00:00.000Z")
    assert.strictEqual(next("2025-03-16", true), "2026-03-22T01:00:00.000Z")
    assert.isNull(next("2025-03-15", true))
    assert.isNull(next("2025-03-15", false))
    const runs = [
      run("2026-03-01", "2026-03-02T01:00:00Z"),
      run("2026-03-02", "2026-03-03T01:00:00Z", "2026-03-15T01:00:00Z"),
      run("2026-03-03", "2026-03-04T01:00:00Z", "2026-03-15T01:00:01Z")
    ]
    assert.deepStrictEqual(duePayments(at("2026-03-15T01:00:00Z"), runs), ["2026-03-02"])
  })
})
