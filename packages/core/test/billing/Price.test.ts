import { assert, describe, it } from "@effect/vitest"
import { premiumQuoteOf, type Price, quoteFrom, totalOf } from "@namewright/core/billing"
import { Money, Period } from "@namewright/core/shared"
import { Option } from "effect"

const price = (amount: number, period: Period.Period | null): Price => ({
  product_type: "domain",
  product_action: "create",
  product_class: "com",
  price: Money.MinorUnits.make(amount),
  currency: "EUR",
  period
})

const yearly = price(1_000, Period.years(1))
const monthly = price(100, Period.months(1))
const once = price(4_900, null)
const days = (value: number): Period.Period => ({ unit: "d", value })

/** Total, volume and unit of a quote. */
const quoted = (prices: ReadonlyArray<Price>, period: Period.Period | null) =>
  Option.match(quoteFrom(prices, period), {
    onNone: () => "not sold",
    onSome: (quote) => [totalOf(quote), quote.volume, quote.unit]
  })

describe("quoteFrom", () => {
  it("counts a yearly price once for each year of the term", () => {
    assert.deepStrictEqual(quoted([yearly], Period.years(3)), [3_000, 3, "y"])
    assert.deepStrictEqual(quoted([yearly], Period.months(24)), [2_000, 2, "y"])
    assert.deepStrictEqual(quoted([yearly, monthly], Period.years(1)), [1_000, 1, "y"])
  })

  it("counts a monthly price for terms in months", () => {
    assert.deepStrictEqual(quoted([yearly, monthly], Period.months(1)), [100, 1, "m"])
    assert.deepStrictEqual(quoted([yearly, monthly], Period.months(12)), [1_200, 12, "m"])
    assert.deepStrictEqual(quoted([monthly], Period.years(1)), [1_200, 12, "m"])
  })

  it("uses the one-time price without a term", () => {
    assert.deepStrictEqual(quoted([yearly], null), [1_000, 1, null])
    assert.deepStrictEqual(quoted([yearly, once], null), [4_900, 1, null])
    assert.deepStrictEqual(quoted([once], Period.years(2)), [4_900, 1, null])
  })

  it("sells no term that has no price", () => {
    assert.strictEqual(quoted([], Period.years(1)), "not sold")
    assert.strictEqual(quoted([yearly], Period.months(1)), "not sold")
    assert.strictEqual(quoted([yearly, monthly], days(30)), "not sold")
    assert.strictEqual(quoted([monthly], null), "not sold")
  })
})

describe("premiumQuoteOf", () => {
  it("counts the registry's price for each year, begun years as well", () => {
    const quotes = [null, Period.years(2), Period.months(18)].map((period) =>
      premiumQuoteOf(Money.MinorUnits.make(250_000), "USD", period)
    )
    assert.deepStrictEqual<ReadonlyArray<number>>(quotes.map(totalOf), [250_000, 500_000, 500_000])
    assert.isTrue(quotes.every((quote) => quote.currency === "USD" && quote.is_premium))
  })
})
