import { assert, describe, it } from "@effect/vitest"
import { nextSerial, serialOfDay } from "@namewright/core/dns"
import { DateTime, Effect, Schema } from "effect"

const Moments = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })))
  .check(Schema.isMinLength(1), Schema.isMaxLength(300))

const start = Date.UTC(2026, 11, 25)
const dayMillis = 86_400_000

describe("Serials", () => {
  it("contain their day", () => {
    assert.strictEqual(serialOfDay(DateTime.makeUnsafe("2026-11-02T23:59:59Z")), 2026110200)
  })

  it.effect.prop(
    "only grow, by the smallest step, with any clock",
    [Moments],
    ([days]) =>
      Effect.sync(() => {
        let serial = 0
        for (const day of days) {
          const now = DateTime.makeUnsafe(start + day * dayMillis)
          const next = nextSerial(serial, now)
          assert.isAbove(next, serial)
          assert.isTrue(next === serial + 1 || next === serialOfDay(now))
          assert.isAtLeast(next, serialOfDay(now))
          assert.isBelow(next, 2 ** 32)
          serial = next
        }
      })
  )
})
