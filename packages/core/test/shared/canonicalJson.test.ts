import { assert, describe, it } from "@effect/vitest"
import { canonicalJson } from "@namewright/core/shared"
import { Schema } from "effect"

/** Double with these sixteen hexadecimal digits. */
const double = (hex: string): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${hex}`))
  return view.getFloat64(0)
}

/** The same value with the members of its objects in reverse order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).toReversed().map(([name, member]) => [name, turned(member)])
  return Object.fromEntries(members)
}

describe("canonicalJson", () => {
  it("writes the example of RFC 8785, section 3.2.2", () => {
    const text = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    assert.strictEqual(
      canonicalJson(JSON.parse(text)),
      String
        .raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`
    )
  })

  it("sorts the example of RFC 8785, section 3.2.3, by UTF-16 code units", () => {
    const value = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }
    const sorted = [...String(canonicalJson(value)).matchAll(/:"([^"]+)"/g)].map(([, name]) => name)
    assert.deepStrictEqual(sorted, [
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh"
    ])
  })

  it.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["7fffffffffffffff", undefined],
    ["7ff0000000000000", undefined],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"]
  ])("writes the number %s of RFC 8785, appendix B", (hex, text) => {
    assert.strictEqual(canonicalJson(double(hex)), text)
  })

  it("keeps names that look like numbers in the order of their characters", () => {
    assert.strictEqual(canonicalJson({ 9: 1, 10: 2, a: 3 }), `{"10":2,"9":1,"a":3}`)
  })

  it("returns undefined for values that JSON cannot represent, unlike null", () => {
    assert.isUndefined(canonicalJson(JSON.parse(`{"a":[1e999]}`)))
    assert.isUndefined(canonicalJson(JSON.parse(String.raw`{"a":"\ud800"}`)))
    assert.isUndefined(canonicalJson(JSON.parse(String.raw`{"\udc00":1}`)))
    assert.strictEqual(canonicalJson({ a: undefined, b: null }), `{"b":null}`)
  })

  it("treats __proto__ as a plain member", () => {
    assert.strictEqual(canonicalJson(JSON.parse(`{"__proto__":{"a":1}}`)), `{"__proto__":{"a":1}}`)
  })

  it.prop("decodes to the same value, and is independent of the order of members", [Schema.Json], ([value]) => {
    const text = canonicalJson(value)
    if (text === undefined) return
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
    assert.strictEqual(canonicalJson(turned(value)), text)
  })
})
