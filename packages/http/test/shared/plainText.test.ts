import { assert, describe, it } from "@effect/vitest"
import { plainText, visibleText } from "../../src/shared/plainText.ts"

describe("a text in a question", () => {
  it.each([
    ["a line break", "a\nb", String.raw`a\u000ab`],
    ["an ideographic space", "a\u3000b", String.raw`a\u3000b`],
    ["spaces in a row", "a   b", String.raw`a\u0020\u0020 b`],
    ["a blank that is no space", "a\u2800\u3164b", String.raw`a\u2800\u3164b`],
    ["a tag beyond the basic plane", "a\u{e0041}b", String.raw`a\u{e0041}b`],
    ["a turn of direction", "a\u202eb", String.raw`a\u202eb`],
    ["half of a surrogate pair", "a\ud800b", String.raw`a\ud800b`],
    ["marks that pile up", `a${"\u0301".repeat(5)}`, `a${"\u0301".repeat(3)}${String.raw`\u0301\u0301`}`]
  ])("shows %s as what it is", (_, text, shown) => assert.strictEqual(visibleText(text), shown))

  it("stays as it is where everything is seen", () => {
    for (const text of ["example.com", "Zoë Müller", "例え.jp", "पिता", "a b c"]) {
      assert.strictEqual(visibleText(text), text)
    }
  })

  it("is never cut", () => assert.lengthOf(plainText("x".repeat(100_000)), 100_002))
})
