import { assert, describe, it } from "@effect/vitest"
import { Rdata, type RecordType, recordTypes, type TextForm, unknownForm } from "@namewright/core/dns"
import { Result, Schema } from "effect"
import { testSize } from "../../../../test/testSize.ts"
import { Draw } from "./Draw.ts"
import { api, zoneFile } from "./ExampleZone.ts"
import { recordSamples, recordText } from "./RecordSamples.ts"

const size = { arbitrary: { runs: testSize(40, 100) } }

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))

/** A value of the type, from a text that is one most of the time. */
const valueOf = <T extends RecordType>(type: T, draw: Draw): Rdata.RdataValues[T] => {
  for (;;) {
    const value = Rdata.parse(type, recordText(type, draw), zoneFile)
    if (Result.isSuccess(value)) return value.success
  }
}

describe.each(recordTypes)("%s", (type) => {
  it.prop("is equal after printing and reading, and after encoding and decoding", [seed], ([number]) => {
    const value = valueOf(type, new Draw(number))
    const text = Rdata.text(type, value)
    for (const form of [zoneFile, api]) {
      assert.deepStrictEqual(Rdata.parse(type, text, form), Result.succeed(value), text)
    }
    assert.deepStrictEqual(Rdata.decode(type, Rdata.encode(type, value)), Result.succeed(value), text)
  }, size)

  it.prop("is read or refused, whatever the octets", [Schema.Uint8Array, seed], ([octets, number]) => {
    const draw = new Draw(number)
    const near = Rdata.encode(type, valueOf(type, draw))
    near[draw.below(near.length)] = draw.below(256)
    for (const some of [octets, near, near.slice(0, draw.below(near.length))]) {
      const value = Rdata.decode(type, some)
      if (Result.isFailure(value)) continue
      assert.deepStrictEqual(Rdata.encode(type, value.success), some)
      const text = Rdata.text(type, value.success)
      assert.deepStrictEqual(Rdata.parse(type, text, zoneFile), value, text)
      assert.deepStrictEqual(Rdata.parse(type, unknownForm(some), api), value, text)
    }
  }, size)

  it.prop("is read or refused for any text", [Schema.String], ([text]) => {
    for (const form of [zoneFile, api]) {
      const value = Rdata.parse(type, text, form)
      if (Result.isFailure(value)) {
        for (const { message } of value.failure) assert.isAbove(message.length, 0)
      } else {
        const printed = Rdata.text(type, value.success)
        assert.deepStrictEqual(Rdata.parse(type, printed, form), value, text)
      }
    }
  }, size)
})

describe("records with typing errors", () => {
  it.prop("are read or refused, and read ones have a stable canonical text", [seed], ([number]) => {
    for (const { text, type } of recordSamples(number, recordTypes.length)) {
      for (const form of [zoneFile, api]) {
        const value = Rdata.parse(type, text, form)
        if (Result.isFailure(value)) continue
        const printed = Rdata.text(type, value.success)
        assert.deepStrictEqual(Rdata.parse(type, printed, form), value, text)
      }
    }
  }, size)
})

describe("long texts that are expensive for parsers", () => {
  const many = (text: string) => text.repeat(10_000 / text.length)
  const traps = [
    many("1."),
    many(":"),
    many("\\"),
    many("\\9 "),
    `\\065${many("x").repeat(20)}`,
    many("\""),
    many("\" \""),
    many("( "),
    many(";\n"),
    many("{dns "),
    many("a=\"b\" "),
    many("key1=\\001a "),
    many("00 "),
    many("1w"),
    many("ü")
  ]
  const starts = ["1 . dohpath=/", "1 . alpn=", "1 . ipv6hint=", "1 2 \"\" \"\" ", "0 issue ", "1 N "]

  it("are read or refused in limited time, with at most 100 problems", () => {
    const count = (type: RecordType, text: string, form: TextForm) =>
      Result.match(Rdata.parse(type, text, form), { onFailure: ({ length }) => length, onSuccess: () => 0 })
    const alone = recordTypes.flatMap((type) =>
      traps.flatMap((trap) => [count(type, trap, zoneFile), count(type, trap, api)])
    )
    const within = (["CAA", "LOC", "NAPTR", "SVCB"] as const).flatMap((type) =>
      starts.flatMap((start) => traps.map((trap) => count(type, start + trap, zoneFile)))
    )
    assert.strictEqual(Math.max(...alone, ...within), 100)
  })

  it("are invalid as regular expressions of NAPTR", () => {
    for (const expression of [many("[[.a.]"), many("(a"), many("[a"), `${many("(a)").slice(0, 240)}(`]) {
      const value = Rdata.parse("NAPTR", `1 2 "" "" "!${expression.slice(0, 250)}!b!" .`, zoneFile)
      assert.isTrue(Result.isFailure(value), expression.slice(0, 10))
    }
  })
})
