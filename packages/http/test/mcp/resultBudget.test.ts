import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { withinBudget } from "../../src/mcp/resultBudget.ts"

const lengthOf = (value: unknown) => JSON.stringify(value).length

/** Puts the parts of a list or a text together again. */
const parts = (data: Readonly<Record<string, unknown>>, budget: number) => {
  const found: Array<any> = []
  let from: number | undefined = 0
  for (let count = 0; from !== undefined; count++) {
    assert.isBelow(count, 10_000)
    const cut: any = withinBudget(data, from, budget)
    assert.isAtMost(lengthOf(cut.data), budget)
    found.push(cut.data)
    if (cut.next !== undefined) assert.isAbove(cut.next, from)
    from = cut.next
  }
  return found
}

const Items = Schema.Array(
  Schema.Struct({ id: Schema.Int, name: Schema.String.check(Schema.isMaxLength(30)) })
).check(Schema.isMaxLength(60))

const Texts = Schema.Array(Schema.String.check(Schema.isMaxLength(60))).check(Schema.isMaxLength(60))

describe("withinBudget", () => {
  it("returns a result within the budget unchanged", () => {
    const data = { items: [1, 2, 3], total: 3 }
    assert.deepStrictEqual(withinBudget(data), { data, truncated: false, next: undefined })
    assert.deepStrictEqual(withinBudget(null), { data: null, truncated: false, next: undefined })
  })

  it.prop("cuts lists between elements, and continues with the next one", [Items], ([items]) => {
    const found = parts({ items, total: items.length }, 700)
    assert.deepStrictEqual(found.flatMap((part) => part.items), [...items])
    for (const part of found) assert.strictEqual(part.total, items.length)
  })

  it.prop("cuts texts, and continues with the next character", [Texts], ([lines]) => {
    const text = lines.join("\n")
    assert.strictEqual(parts({ text }, 300).map((part) => part.text).join(""), text)
  })

  it("cuts the longest member, and keeps the others", () => {
    const data = { short: [1, 2], long: Array.from({ length: 100 }, (_, index) => `number ${index}`), note: "x" }
    const { data: kept, next, truncated } = withinBudget(data, 0, 400) as any
    assert.isTrue(truncated)
    assert.deepStrictEqual([kept.short, kept.note, kept.long.length], [[1, 2], "x", next])
  })

  it("skips an element that exceeds the budget", () => {
    const { data, next } = withinBudget([{ text: "x".repeat(1000) }, 2], 0, 300)
    assert.deepStrictEqual([data, next], [[{ truncated: true }], 1])
  })

  it("omits values that cannot be cut", () => {
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`member${index}`, index]))
    assert.deepStrictEqual(withinBudget(wide, 0, 300), { data: null, truncated: true, next: undefined })
  })

  it("returns nothing for a position behind the end", () => {
    assert.deepStrictEqual(withinBudget({ items: [1, 2] }, 10), {
      data: { items: [] },
      truncated: true,
      next: undefined
    })
  })
})
