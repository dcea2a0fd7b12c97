import { assert, describe, it } from "@effect/vitest"
import { Phone } from "@namewright/core/contacts"
import { Result, Schema } from "effect"

const read = Schema.decodeResult(Phone)
const phone = (text: string) => Result.getOrUndefined(read(text))

describe("Phone", () => {
  it("keeps international numbers as country code and number", () => {
    const cases: Record<string, string> = {
      "+49.30123456": "+49.30123456",
      "+4930123456": "+49.30123456",
      "+1 212-555-1234": "+1.2125551234",
      "+1 (212) 555-1234": "+1.2125551234",
      "+1.212.555.1234": "+1.2125551234",
      " +44 20 7946 0000 ": "+44.2079460000",
      "+7 495 123-45-67": "+7.4951234567",
      "+420 224 111 111": "+420.224111111",
      "+3712345678": "+371.2345678",
      "+88312345678901": "+883.12345678901",
      "+49301234567890": "+49.301234567890"
    }
    for (const [text, expected] of Object.entries(cases)) assert.strictEqual(phone(text), expected, text)
  })

  it("refuses national numbers, unassigned codes, wrong lengths and anything else", () => {
    const texts = [
      "",
      "030123456",
      "0049 30 123456",
      "+49 (0) 30 123456",
      "+49(0)30123456",
      "+999 123 4567",
      "+210 123 4567",
      "+49 1234",
      "+4912345678901234",
      "+49--- 30123456",
      "+49 30123456 ext 5",
      "+49 30123456-",
      "+",
      "+49 30\u0661\u0662\u0663456",
      "+1;212555"
    ]
    for (const text of texts) assert.isUndefined(phone(text), text)
  })

  it("has the bounds of E.164", () => {
    assert.strictEqual(phone("+1234567"), "+1.234567")
    assert.isUndefined(phone("+123456"))
    assert.strictEqual(phone("+123456789012345"), "+1.23456789012345")
    assert.isUndefined(phone("+1234567890123456"))
  })

  it("answers a long text at once", () => {
    assert.isUndefined(phone(`+${"1".repeat(254)}`))
    assert.isUndefined(phone(`+${"1 ".repeat(127)}`))
  })

  it.prop(
    "comes to rest after one step",
    [Schema.Int.check(Schema.isBetween({ minimum: 1_000_000, maximum: 999_999_999_999_999 }))],
    ([digits]) => {
      const once = phone(`+${digits}`)
      if (once === undefined) return
      assert.strictEqual(phone(once), once)
      assert.strictEqual(once.replace(/[+.]/g, ""), String(digits))
    }
  )
})
