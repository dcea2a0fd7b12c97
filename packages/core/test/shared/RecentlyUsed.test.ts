import { assert, describe, it } from "@effect/vitest"
import { RecentlyUsed } from "../../src/shared/RecentlyUsed.ts"

describe("RecentlyUsed", () => {
  it("evicts the least recently used entries above its bound", () => {
    const kept = new RecentlyUsed<{ readonly made: number }>(10)
    let made = 0
    const ask = (key: string) => kept.get(key) ?? kept.set(key, { made: made++ })
    for (let round = 0; round < 100; round++) {
      ask("asked for again and again")
      ask(`asked for once ${round}`)
      assert.isAtMost(kept.size, 10)
    }
    assert.deepStrictEqual(ask("asked for again and again"), { made: 0 })
    assert.strictEqual(made, 101)
    assert.isUndefined(kept.get("asked for once 0"))
  })

  it("returns the newest value of a key", () => {
    const kept = new RecentlyUsed<{ readonly text: string }>(4)
    kept.set("a", { text: "old" })
    for (const key of ["b", "c", "d"]) kept.set(key, { text: key })
    kept.set("a", { text: "new" })
    assert.deepStrictEqual(kept.get("a"), { text: "new" })
    assert.isAtMost(kept.size, 4)
  })
})
