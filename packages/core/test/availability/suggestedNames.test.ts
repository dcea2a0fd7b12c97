import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { suggestedNames } from "../../src/availability/suggestedNames.ts"
import { domainNameProblem } from "../../src/shared/index.ts"

const tlds = ["com", "net", "de", "co.uk"]

const suggest = (text: string, limit = 20) => suggestedNames({ text, limit, tlds })

const texts = Schema.String.check(Schema.isMaxLength(255))

describe("suggested names", () => {
  it("are those of the words first, in the order of the TLDs", () => {
    assert.deepStrictEqual(suggest("Blue Shop").slice(0, 4), [
      "blueshop.com",
      "blue-shop.com",
      "blueshop.net",
      "blueshops.com"
    ])
  })

  it("are under the TLD that the query names first", () => {
    assert.strictEqual(suggest("example.co.uk")[0], "example.co.uk")
    assert.strictEqual(suggest("example.de")[0], "example.de")
  })

  it("spell letters of other alphabets as names do, and are none for a query without letters", () => {
    assert.strictEqual(suggest("Müller & Söhne")[0], "muellersoehne.com")
    assert.strictEqual(suggest("Café")[0], "cafe.com")
    assert.strictEqual(suggest("Łódź & Œuvre")[0], "lodzoeuvre.com")
    assert.strictEqual(suggest("a&b")[1], "a-b.com")
    assert.deepStrictEqual(suggest("!?"), [])
    assert.deepStrictEqual(suggestedNames({ text: "blue", limit: 20, tlds: [] }), [])
  })

  it("have labels of at most 63 characters, and none that look encoded", () => {
    const long = `${"a".repeat(40)} ${"b".repeat(40)}`
    assert.deepStrictEqual(suggest(long), [])
    assert.deepStrictEqual(suggest("xn--abc").filter((name) => name.startsWith("xn--")), [])
    assert.strictEqual(suggest("a".repeat(63))[0], `${"a".repeat(63)}.com`)
  })

  it.prop("can be registered, and differ, whatever the query is", [texts], ([text]) => {
    const names = suggest(text, 100)
    assert.deepStrictEqual(names.filter((name) => domainNameProblem(name) !== undefined), [])
    assert.strictEqual(new Set(names).size, names.length)
    assert.isAtMost(names.length, 300)
  }, { arbitrary: { runs: 500 } })
})
