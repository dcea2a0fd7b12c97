import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { RateWindow } from "../../src/pool/RateWindow.ts"

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))
const Gaps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 })))

describe("RateWindow", () => {
  it.prop("never lets more than the limit through in any minute", [Limit, Gaps], ([limit, gaps]) => {
    const window = new RateWindow(limit)
    const sent: Array<number> = []
    let now = 0
    for (const gap of gaps) {
      now += gap
      now += window.wait(now)
      assert.strictEqual(window.wait(now), 0)
      window.count(now)
      sent.push(now)
    }
    for (const [index, at] of sent.entries()) {
      assert.isAtMost(sent.slice(index).filter((later) => later <= at + 60_000).length, limit)
    }
  })

  it("lets everything through that comes slowly enough", () => {
    const window = new RateWindow(3)
    for (let now = 0; now < 1_000_000; now += 21_000) {
      assert.strictEqual(window.wait(now), 0)
      window.count(now)
    }
  })

  it("says from when on nothing counts", () => {
    const window = new RateWindow(3)
    assert.strictEqual(window.clearFrom, -Infinity)
    window.count(1000)
    window.count(5000)
    assert.strictEqual(window.clearFrom, 66_000)
  })

  it("counts nothing where there is no limit", () => {
    const window = new RateWindow(Infinity)
    for (let count = 0; count < 10_000; count++) window.count(0)
    assert.strictEqual(window.wait(0), 0)
    assert.strictEqual(window.clearFrom, -Infinity)
  })
})
