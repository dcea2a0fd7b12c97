import { assert, describe, it } from "@effect/vitest"
import { plainText, visibleText } from "../../src/shared/plainText.ts"

describe("a text in a question", () => {
  it.each([
    ["a line break", "a\nb", String.raw`a\u000ab`],
    ["an ideographic space", "a\u3000b", String.raw`a\u3000b`],
    ["spaces in a row", "a   b", String.raw`a\u0020\u0020 b`],
    ["a blank other than a space", "a\u2800\u3164b", String.raw`a\u2800\u3164b`],
    ["a tag beyond the basic plane", "a\u{e0041}b", String.raw`a\u{e0041}b`],
    ["a direction mark", "a\u202eb", String.raw`a\u202eb`],
    ["half of a surrogate pair", "a\ud800b", String.raw`a\ud800b`],
    ["stacked marks", `a${"\u0301".repeat(5)}`, `a${"\u0301".repeat(3)}${String.raw`\u0301\u0301`}`]
  ])("escapes %s", (_, text, shown) => assert.strictEqual(visibleText(text), shown))

  it("is unchanged if every character is visible", () => {
    for (const text of ["example.com", "Zoë Müller", "例え.jp", "पिता", "a b c"]) {
      assert.strictEqual(visibleText(text), text)
    }
  })

  it("is never truncated", () => assert.lengthOf(plainText("x".repeat(100_000)), 100_002))
})
