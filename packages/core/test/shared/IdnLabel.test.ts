import { assert, describe, it } from "@effect/vitest"
import { domainNameProblem } from "@namewright/core/shared"
import { Schema } from "effect"
import punycode from "punycode/punycode.js"

const problem = (text: string) => domainNameProblem(`xn--${punycode.encode(text)}.example`)
const isValid = (text: string) => problem(text) === undefined

/** Words that registries accept, by script. */
const words = [
  "m\u00fcnchen",
  "stra\u00dfe",
  "\u03c6\u03af\u03bb\u03bf\u03c2",
  "\u043f\u0440\u0438\u043c\u0435\u0440",
  "\u4f8b\u5b50",
  "\u304b\u306a\u30ab\u30ca",
  "\ud55c\uad6d\uc5b4",
  "\u05e2\u05d1\u05e8\u05d9\u05ea",
  "\u0645\u062b\u0627\u0644",
  "\u0939\u093f\u0928\u094d\u0926\u0940",
  "\u0e44\u0e17\u0e22",
  "\u0131\u0131",
  "\u13a0\u13a1"
]

const letters = Schema.Literals(
  Array.from("\u00e4\u00f6\u00fc\u00df\u00e9\u00e8\u00ea\u00f1\u0142\u0111\u0435\u0436\u0448\u03b1\u03b2")
)

describe("international labels (IDNA 2008)", () => {
  it("are accepted in every script", () => {
    for (const word of words) assert.isTrue(isValid(word), word)
  })

  it("are refused with characters that are symbols, capitals or compatibility forms", () => {
    const wrong = [
      "\u2603",
      "\ud83d\ude00",
      "M\u00fcnchen",
      "\u00c4rger",
      "\uff46ull",
      "\ufb01sch",
      "\u00bd",
      "a\u3002b",
      "\u1f80",
      "a\u0345",
      "\ud835\udc00",
      "\u0640\u0645",
      "\u1100\u1161",
      "a\u200b\u00e4",
      "\uab70\uab71"
    ]
    for (const text of wrong) assert.isFalse(isValid(text), text)
  })

  it("are refused with unassigned code points, and with halves of surrogate pairs", () => {
    assert.isFalse(isValid("\u0378"))
    assert.isFalse(isValid("\u{e0080}"))
    assert.isDefined(domainNameProblem("xn--0n8c.example"))
  })

  it("are refused outside of normalisation form C, and with a combining mark at the beginning", () => {
    assert.isFalse(isValid("mu\u0308nchen"))
    assert.isFalse(isValid("\u0301\u00e4"))
  })

  it("are refused with hyphens at the ends, and in the third and fourth position", () => {
    for (const text of ["-\u00e4", "\u00e4-", "\u00e4b--c"]) assert.isFalse(isValid(text), text)
    assert.isTrue(isValid("\u00e4-b"))
  })

  it("hold contextual characters only beside those that they belong to", () => {
    const pairs: ReadonlyArray<readonly [valid: string, invalid: string]> = [
      ["paral\u00b7lel", "pa\u00b7ral"],
      ["\u0375\u03b1", "\u03b1\u0375"],
      ["\u05d0\u05f3\u05d1", "\u05f3\u05d0"],
      ["\u05d0\u05f4\u05d1", "\u05f4\u05d0"],
      ["\u30ab\u30fb\u30ab", "a\u30fbb"],
      ["\u0915\u094d\u200c\u0937", "\u0915\u200c\u0937"],
      ["\u0915\u094d\u200d\u0937", "\u0915\u200d\u0937"],
      ["\u0646\u0627\u0645\u0647\u200c\u0627\u06cc", "\u062f\u200c\u0627"],
      ["\u0628\u0661\u0662", "\u0628\u0661\u06f2"]
    ]
    for (const [valid, invalid] of pairs) {
      assert.isTrue(isValid(valid), valid)
      assert.isFalse(isValid(invalid), invalid)
    }
  })

  it("are written in one direction (RFC 5893)", () => {
    for (const text of ["\u05d0\u05d1", "\u05d01", "\u05d0\u0663", "\u05d0-\u05d1"]) assert.isTrue(isValid(text), text)
    for (const text of ["a\u05d0", "\u05d0a", "1\u05d0", "\u05d0\u0663\u0031", "\u0663\u05d0"]) {
      assert.isFalse(isValid(text), text)
    }
  })

  it("are refused in an encoding that is not canonical", () => {
    assert.isUndefined(domainNameProblem("xn--mnchen-3ya.de"))
    for (const label of ["xn--mnchen-3ya-", "xn--abc-", "xn--abc", "xn---", "xn--99999999999", "xn--a-\u00e4"]) {
      assert.isDefined(domainNameProblem(`${label}.de`), label)
    }
  })

  it.prop("are accepted with any letters of left-to-right scripts", [Schema.Array(letters)], ([characters]) => {
    const text = characters.slice(0, 12).join("")
    if (text !== "") assert.isTrue(isValid(text), text)
  })

  it.prop("never fail to be judged", [Schema.String], ([text]) => {
    const judged = domainNameProblem(`xn--${text}.example`)
    assert.isTrue(judged === undefined || judged.length > 0)
  })
})
