import { assert, layer } from "@effect/vitest"
import { Month, type Report, Reports, ReportStore, ReportTimetable } from "@namewright/core/reports"
import { type OrganizationId, Timetable } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { as, carryOut, childOf, paid, parent, reportsPlatform } from "./ReportsPlatform.ts"

const setTime = (text: string) => TestClock.setTime(Date.parse(text))

const reportsOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const { list } = yield* Reports
  const { items } = yield* as(organization)(list({}, { page: 1, page_size: 100 }))
  return items.map(({ report_type, trigger_type }: Report) => [report_type, trigger_type]).toSorted()
})

const monthsOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const { ofType } = yield* ReportStore
  return (yield* ofType(organization, "billing_transactions_monthly")).map(({ month }) => month).toSorted()
})

/** Runs the round in another process, without the progress of the first. */
const inAnotherProcess = Effect.scoped(Effect.gen(function*() {
  const built = yield* Layer.build(Layer.fresh(ReportTimetable).pipe(Layer.provideMerge(Layer.fresh(Timetable.layer))))
  yield* Effect.provide(carryOut("reports.monthly"), built)
}))

const monthly = carryOut("reports.monthly")
const [january, june] = [Month.make("2027-01"), Month.make("2027-06")]
const own = ["billing_transactions_monthly", "scheduled"]
const ofSuborganizations = ["suborg_billing_transactions_monthly", "scheduled"]

layer(reportsPlatform())("the reports of a month", (it) => {
  it.effect("are requested on the 1st at 05:00 UTC, once per type, for organizations with transactions", () =>
    Effect.gen(function*() {
      yield* setTime("2026-03-10T00:00:00Z")
      const owner = yield* parent
      const child = yield* childOf(owner, "Child")
      const idle = yield* childOf(owner, "Idle")
      yield* paid(child, "child.example")
      yield* setTime("2026-04-01T04:59:59Z")
      const late = yield* parent
      yield* monthly
      assert.deepStrictEqual(yield* reportsOf(owner), [])
      yield* setTime("2026-04-01T05:00:00Z")
      yield* Effect.all([monthly, inAnotherProcess, monthly], { concurrency: "unbounded", discard: true })
      assert.deepStrictEqual(yield* reportsOf(owner), [own, ofSuborganizations])
      assert.deepStrictEqual(yield* reportsOf(child), [own])
      assert.deepStrictEqual([yield* reportsOf(idle), yield* reportsOf(late)], [[], []])
    }))

  it.effect("are requested once, with jumps of the clock and several processes", () =>
    Effect.gen(function*() {
      yield* setTime("2027-01-10T00:00:00Z")
      const owner = yield* parent
      yield* setTime("2027-02-03T00:00:00Z")
      yield* monthly
      yield* setTime("2027-01-31T00:00:00Z")
      yield* monthly
      yield* paid(owner, "again.example")
      yield* setTime("2027-02-01T06:00:00Z")
      yield* monthly
      yield* inAnotherProcess
      assert.deepStrictEqual(yield* monthsOf(owner), [january])
      yield* setTime("2027-03-20T00:00:00Z")
      yield* monthly
      assert.deepStrictEqual(yield* monthsOf(owner), [january])
    }))

  it.effect("do not wait for a cooldown, and impose none", () =>
    Effect.gen(function*() {
      const { create } = yield* Reports
      yield* setTime("2027-06-10T00:00:00Z")
      const owner = yield* parent
      yield* setTime("2027-07-01T05:00:00Z")
      yield* as(owner)(create({ report_type: "billing_transactions" }))
      yield* monthly
      assert.deepStrictEqual(yield* monthsOf(owner), [june])
      yield* as(owner)(create({ report_type: "domain_inventory" }))
    }))
})
