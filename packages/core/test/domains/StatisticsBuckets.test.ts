import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { bucketsOf, endsBefore, totalsOf } from "../../src/domains/statistics/StatisticsBuckets.ts"

const nothing = { create: 0, transfer: 0, delete: 0, transfer_out: 0, renew: 0, restore: 0 }
const on = (day: string, counts: Partial<typeof nothing>) => ({ day, ...nothing, ...counts })
const later = DateTime.makeUnsafe("2030-01-01T00:00:00Z")

const Granularity = Schema.Literals(["day", "week", "month"])
const Days = Schema.Array(Schema.Struct({
  number: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 399 })),
  create: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })),
  delete: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))
}))
const Length = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 400 }))

const dateOf = (number: number) =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe("2026-02-27T00:00:00Z"), { days: number }))

describe("Buckets of the statistics", () => {
  it("are the days of the window, also those in which nothing happened", () => {
    const window = { start_date: "2026-02-28", end_date: "2026-03-02" }
    const buckets = bucketsOf("day", window, [on("2026-03-01", { create: 2, transfer: 1, delete: 4, renew: 5 })], later)
    assert.deepStrictEqual(
      buckets.map(({ create, net, partial, period_start, renewals }) => [
        period_start,
        create,
        renewals,
        net,
        partial
      ]),
      [
        ["2026-02-28", 0, 0, 0, false],
        ["2026-03-01", 2, 5, -1, false],
        ["2026-03-02", 0, 0, 0, false]
      ]
    )
  })

  it("are weeks from Monday, partial where the window cuts them", () => {
    // 2026-01-01 is a Thursday.
    const window = { start_date: "2026-01-01", end_date: "2026-01-12" }
    const days = [on("2026-01-04", { create: 1 }), on("2026-01-05", { create: 2 }), on("2026-01-12", { create: 4 })]
    assert.deepStrictEqual(
      bucketsOf("week", window, days, later).map((
        { create, partial, period_start }
      ) => [period_start, create, partial]),
      [["2025-12-29", 1, true], ["2026-01-05", 2, false], ["2026-01-12", 4, true]]
    )
  })

  it("are months of their own lengths, also before 1970", () => {
    const months = (start_date: string, end_date: string) =>
      bucketsOf("month", { start_date, end_date }, [], later).map((
        { partial, period_start }
      ) => [period_start, partial])
    assert.deepStrictEqual(months("2028-02-01", "2028-02-29"), [["2028-02-01", false]])
    assert.deepStrictEqual(months("1969-12-15", "1970-01-31"), [["1969-12-01", true], ["1970-01-01", false]])
    assert.deepStrictEqual(
      bucketsOf("week", { start_date: "1969-12-28", end_date: "1969-12-29" }, [], later).map((one) => one.period_start),
      ["1969-12-22", "1969-12-29"]
    )
  })

  it("are partial while they have not ended", () => {
    const window = { start_date: "2026-03-01", end_date: "2026-03-04" }
    const now = DateTime.makeUnsafe("2026-03-03T00:00:00Z")
    assert.deepStrictEqual(bucketsOf("day", window, [], now).map(({ partial }) => partial), [false, false, true, true])
  })

  it.prop(
    "have the sums of the days, are complete, and are partial only at the ends of the window",
    [Granularity, Days, Length],
    ([granularity, generated, length]) => {
      const days = generated.filter(({ number }) => number < length)
        .map(({ create, number, ...counts }) => on(dateOf(number), { create, delete: counts.delete }))
      const window = { start_date: dateOf(0), end_date: dateOf(length - 1) }
      const buckets = bucketsOf(granularity, window, days, later)
      const sum = (pick: (counts: typeof nothing) => number) => days.reduce((total, counts) => total + pick(counts), 0)
      assert.strictEqual(buckets.reduce((total, { created }) => total + created, 0), sum(({ create }) => create))
      assert.strictEqual(buckets.reduce((total, { net }) => total + net, 0), totalsOf(days).net)
      assert.deepStrictEqual(buckets.map((one) => one.period_start), buckets.map((one) => one.period_start).toSorted())
      assert.isFalse(buckets.slice(1, -1).some(({ partial }) => partial))
      if (granularity === "day") {
        assert.strictEqual(buckets.length, length)
        assert.isFalse(buckets.some(({ partial }) => partial))
      }
    }
  )
})

describe("Totals of the statistics", () => {
  it("have every count under all of its names", () => {
    const counts = { create: 1, transfer: 2, delete: 4, transfer_out: 8, renew: 16, restore: 32 }
    assert.deepStrictEqual(totalsOf([counts]), {
      create: 1,
      created: 1,
      transfer: 2,
      transferred: 2,
      delete: 4,
      deleted: 4,
      transfer_out: 8,
      renew: 16,
      renewals: 16,
      restore: 32,
      restores: 32,
      net: -9,
      total: 3
    })
  })

  it("know whether a window ends before an instant", () => {
    const instant = DateTime.makeUnsafe("2026-03-03T00:00:00Z")
    assert.deepStrictEqual([endsBefore("2026-03-02", instant), endsBefore("2026-03-03", instant)], [true, false])
  })
})
