import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@namewright/core/shared"
import { DateTime, Schema } from "effect"

/** Milliseconds from the year 1000 to 2970. */
const moments = Schema.Int.check(Schema.isBetween({ minimum: -30_000_000_000_000, maximum: 31_000_000_000_000 }))

describe("Instant", () => {
  it.prop("is written as ISO 8601 writes it, without fractions", [moments], ([millis]) => {
    const instant = DateTime.makeUnsafe(millis)
    assert.strictEqual(Instant.format(instant), `${DateTime.formatIso(instant).slice(0, 19)}Z`)
  }, { arbitrary: { runs: 1000 } })

  it("is written right on the edges of a day, and when very many days were written before", () => {
    const texts = ["1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2000-02-29T12:30:45Z", "2024-12-31T23:59:59Z"]
    const start = DateTime.makeUnsafe("2001-01-01T00:00:00Z")
    for (let day = 0; day < 5000; day++) {
      const instant = DateTime.add(start, { days: day })
      assert.strictEqual(Instant.format(instant), `${DateTime.formatIsoDateUtc(instant)}T00:00:00Z`)
    }
    for (const text of texts) assert.strictEqual(Instant.format(DateTime.makeUnsafe(text)), text)
  })
})
