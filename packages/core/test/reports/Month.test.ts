import { assert, describe, it } from "@effect/vitest"
import { dueMonth, Month, monthToDate, rangeOfMonth } from "@namewright/core/reports"
import { Instant } from "@namewright/core/shared"
import { DateTime } from "effect"

const at = (text: string) => DateTime.makeUnsafe(text)

describe("the month of due reports", () => {
  it("is the previous month, from the 1st at 05:00 UTC", () => {
    const due = {
      "2026-03-31T23:59:59Z": "2026-02",
      "2026-04-01T00:00:00Z": "2026-02",
      "2026-04-01T04:59:59Z": "2026-02",
      "2026-04-01T05:00:00Z": "2026-03",
      "2026-04-30T23:59:59Z": "2026-03",
      "2027-01-01T04:59:59Z": "2026-11",
      "2027-01-01T05:00:00Z": "2026-12"
    }
    for (const [now, month] of Object.entries(due)) assert.strictEqual(dueMonth(at(now)), month, now)
  })

  it("lasts from its first day to that of the next", () => {
    const shown = (month: string) => {
      const { from, until } = rangeOfMonth(Month.make(month))
      return [Instant.format(from), Instant.format(until)]
    }
    assert.deepStrictEqual(shown("2026-12"), ["2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"])
    assert.deepStrictEqual(shown("2028-02"), ["2028-02-01T00:00:00Z", "2028-03-01T00:00:00Z"])
  })

  it("to date begins with its first day", () => {
    const now = at("2026-03-15T12:30:00Z")
    assert.deepStrictEqual(monthToDate(now), { from: at("2026-03-01T00:00:00Z"), until: now })
  })
})
