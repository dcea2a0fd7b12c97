import { assert, describe, it } from "@effect/vitest"
import { Period } from "@namewright/core/shared"
import { renewalCadence } from "@namewright/core/tlds"
import { Schema } from "effect"

const supplied = Schema.Literals(["monthly", "yearly"])

describe("renewalCadence", () => {
  it("follows from the term: a month, years, or none", () => {
    assert.strictEqual(renewalCadence(null, Period.months(1)), "monthly")
    assert.strictEqual(renewalCadence(null, Period.years(1)), "yearly")
    assert.strictEqual(renewalCadence(null, Period.years(10)), "yearly")
    assert.strictEqual(renewalCadence(null, null), "yearly")
  })

  it("does not follow from other terms", () => {
    assert.isNull(renewalCadence(null, Period.months(2)))
    assert.isNull(renewalCadence(null, Period.months(12)))
    assert.isNull(renewalCadence(null, { unit: "d", value: 30 }))
  })

  it.prop("is the requested one, for any term", [supplied, Schema.NullOr(Period.Period)], ([cadence, period]) => {
    assert.strictEqual(renewalCadence(cadence, period), cadence)
  })
})
