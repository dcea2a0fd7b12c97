import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@namewright/core/shared"
import { IsoDuration } from "@namewright/core/tlds"
import { DateTime, Option, Schema } from "effect"

const at = (text: string) => DateTime.makeUnsafe(text)
const isDuration = (text: string) => Option.isSome(Schema.decodeUnknownOption(IsoDuration.IsoDuration)(text))
const days = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4000 }))
const seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_000_000_000 }))

describe("IsoDuration", () => {
  it("is ISO 8601 with its P", () => {
    for (const text of ["P30D", "P0D", "P1Y", "P6M", "P1Y2M3D", "PT12H", "P1DT1S"]) {
      assert.isTrue(isDuration(text), text)
    }
    for (const text of ["", "P", "PT", "P1DT", "30D", "P30", "P1W", "P1.5D", "-P1D", "P1D1Y", "p30d"]) {
      assert.isFalse(isDuration(text), text)
    }
  })

  it("moves by the calendar", () => {
    assert.strictEqual(Instant.format(IsoDuration.addTo(at("2024-02-29T12:00:00Z"), "P1Y")), "2025-02-28T12:00:00Z")
    assert.strictEqual(Instant.format(IsoDuration.addTo(at("2025-01-31T00:00:00Z"), "P1M")), "2025-02-28T00:00:00Z")
    assert.strictEqual(
      Instant.format(IsoDuration.addTo(at("2025-12-31T23:00:00Z"), "P1DT1H1S")),
      "2026-01-02T00:00:01Z"
    )
    assert.strictEqual(
      Instant.format(IsoDuration.subtractFrom(at("2025-03-02T00:00:00Z"), "P30D")),
      "2025-01-31T00:00:00Z"
    )
  })

  it("moves nothing where there is none", () => {
    const instant = at("2025-01-01T00:00:00Z")
    assert.deepStrictEqual(IsoDuration.addTo(instant, null), instant)
    assert.deepStrictEqual(IsoDuration.subtractFrom(instant, null), instant)
  })

  it("recognises an empty duration", () => {
    assert.isTrue(IsoDuration.isZero("P0D"))
    assert.isTrue(IsoDuration.isZero("P0YT0S"))
    assert.isFalse(IsoDuration.isZero("PT1S"))
  })

  it.prop("subtracts days that it added", [seconds, days], ([second, count]) => {
    const instant = DateTime.makeUnsafe(second * 1000)
    const moved = IsoDuration.addTo(instant, IsoDuration.days(count))
    assert.strictEqual(moved.epochMilliseconds - instant.epochMilliseconds, count * 86_400_000)
    assert.deepStrictEqual(IsoDuration.subtractFrom(moved, IsoDuration.days(count)), instant)
  })
})
