import { assert, describe, it } from "@effect/vitest"
import { RecentAnswers } from "../../src/availability/RecentAnswers.ts"

describe("RecentAnswers", () => {
  it("returns an answer for its time, by registry and name", () => {
    const recent = new RecentAnswers<string>(3000, 10)
    recent.keep("one", "a.com", "available", 1000)
    assert.strictEqual(recent.get("one", "a.com", 3999), "available")
    assert.strictEqual(recent.get("one", "a.com", 4000), undefined)
    assert.strictEqual(recent.get("two", "a.com", 1000), undefined)
    assert.strictEqual(recent.get("one", "b.com", 1000), undefined)
  })

  it("drops the oldest answers beyond its size, and those that are over", () => {
    const recent = new RecentAnswers<number>(3000, 2)
    recent.keep("one", "a.com", 1, 0)
    recent.keep("one", "b.com", 2, 0)
    recent.keep("one", "a.com", 3, 100)
    recent.keep("one", "c.com", 4, 100)
    assert.deepStrictEqual(["a.com", "b.com", "c.com"].map((name) => recent.get("one", name, 100)), [3, undefined, 4])
    recent.keep("one", "d.com", 5, 10_000)
    assert.strictEqual(recent.size, 1)
  })

  it("keeps nothing with the time 0", () => {
    const recent = new RecentAnswers<number>(0, 2)
    recent.keep("one", "a.com", 1, 0)
    assert.strictEqual(recent.size, 0)
  })
})
