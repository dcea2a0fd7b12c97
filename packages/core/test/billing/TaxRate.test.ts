import { assert, describe, it } from "@effect/vitest"
import { formatTaxRate, parseTaxRate, RequestedTaxRate, taxOn, TaxRate, TaxRateUnits } from "@namewright/core/billing"
import { Money } from "@namewright/core/shared"
import { Option, Schema } from "effect"

const tax = (net: number, rate: string) => taxOn(Money.MinorUnits.make(net), Option.getOrThrow(parseTaxRate(rate)))

describe("tax", () => {
  it("is rounded half up once, on the total", () => {
    assert.strictEqual(tax(1_000, "19"), 190)
    assert.strictEqual(tax(1_050, "19"), 200)
    assert.strictEqual(tax(1_049, "19"), 199)
    assert.strictEqual(tax(50, "1"), 1)
    assert.strictEqual(tax(49, "1"), 0)
    assert.strictEqual(tax(0, "19"), 0)
    assert.strictEqual(tax(1_000, "0"), 0)
  })

  it("is exact where floating point is not", () => {
    assert.strictEqual(tax(9_007_199_254_740, "25.5"), 2_296_835_809_959)
    assert.strictEqual(tax(100_000_000, "8.1251"), 8_125_100)
  })
})

describe("tax rates", () => {
  it("are percentages with up to four digits after the point", () => {
    assert.deepStrictEqual<ReadonlyArray<number | null>>(
      ["19", "19.00", "8.125", "0.0001", "100"].map((text) => Option.getOrNull(parseTaxRate(text))),
      [
        190_000,
        190_000,
        81_250,
        1,
        1_000_000
      ]
    )
    for (const text of ["", "-1", "100.0001", "19,0", "1e1", "0.00001", "19.", ".5", "1000"]) {
      assert.isTrue(Option.isNone(parseTaxRate(text)), text)
    }
  })

  it("are written with two to four digits after the point", () => {
    assert.deepStrictEqual(
      [190_000, 81_250, 1, 1_000_000, 255_000].map((rate) => formatTaxRate(TaxRateUnits.make(rate))),
      [
        "19.00",
        "8.125",
        "0.0001",
        "100.00",
        "25.50"
      ]
    )
  })

  it("are requested as text or number, and shown as text", () => {
    const read = Schema.decodeUnknownSync(RequestedTaxRate)
    assert.deepStrictEqual([read(19), read("19.0"), read(8.125)], [190_000, 190_000, 81_250])
    assert.throws(() => read(0.1 + 0.2))
    assert.strictEqual(Schema.encodeSync(TaxRate)(TaxRateUnits.make(81_250)), "8.125")
  })
})
