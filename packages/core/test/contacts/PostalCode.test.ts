import { assert, describe, it } from "@effect/vitest"
import { canonicalPostalCode, postalCodeRules } from "@namewright/core/contacts"
import { Result, Schema } from "effect"

const countries = Object.keys(postalCodeRules)

const canonical = (country: string, text: string) => Result.getOrUndefined(canonicalPostalCode(country, text))

/** Texts by country with their canonical form; undefined if they are refused. */
const cases: Record<string, Record<string, string | undefined>> = {
  AT: {
    "1010": "1010",
    "A-1010": "1010",
    "at-1010": "1010",
    "D-1010": undefined,
    "10100": undefined,
    "1 010": undefined
  },
  BE: { "4000": "4000", "B-4000": "4000", "NL-4000": undefined },
  CA: {
    "H3Z 2Y7": "H3Z 2Y7",
    "h3z2y7": "H3Z 2Y7",
    "H3Z-2Y7": "H3Z 2Y7",
    "CA-H3Z 2Y7": "H3Z 2Y7",
    "W3Z 2Y7": undefined,
    "D3Z 2Y7": undefined,
    "H3Z 2Y": undefined
  },
  CH: { "2544": "2544", "CH-2544": "2544", "C-2544": undefined },
  CZ: { "10000": "100 00", "100 00": "100 00", "CZ-100 00": "100 00", "1000 0": undefined },
  DE: { "26133": "26133", " D-26133 ": "26133", "DE-26133": "26133", "2613": undefined, "261 33": undefined },
  DK: { "8660": "8660", "DK-8660": "8660", "D-8660": undefined },
  ES: { "28039": "28039", "E-28039": "28039" },
  FR: { "33380": "33380", "F-33380": "33380", "D-33380": undefined },
  GB: {
    "EC1Y 8SY": "EC1Y 8SY",
    "ec1y8sy": "EC1Y 8SY",
    "M11AE": "M1 1AE",
    "B338TH": "B33 8TH",
    "CR26XH": "CR2 6XH",
    "DN551PT": "DN55 1PT",
    "W1A 0AX": "W1A 0AX",
    "GIR0AA": "GIR 0AA",
    "GB-SW1Y 4JH": "SW1Y 4JH",
    "EC1Y 8SC": undefined,
    "Q1 1AA": undefined,
    "EC1Y  8SY": undefined
  },
  IT: { "00144": "00144", "I-00144": "00144", "144": undefined },
  LU: { "4750": "4750", "L-4750": "4750" },
  NL: { "1234AB": "1234 AB", "1234 ab": "1234 AB", "NL-1234 AB": "1234 AB", "0234 AB": undefined, "1234": undefined },
  NO: { "0025": "0025", "N-0025": "0025", "25": undefined },
  SE: { "11455": "11455", "114 55": "11455", "SE-114 55": "11455", "S-11455": "11455" },
  US: {
    "95014": "95014",
    "123456789": "12345-6789",
    "12345 6789": "12345-6789",
    "12345-6789": "12345-6789",
    "US-95014": "95014",
    "9501": undefined,
    "95014-12": undefined
  }
}

const ten = <S extends Schema.Top>(item: S) => Schema.Array(item).check(Schema.isMinLength(10), Schema.isMaxLength(10))
const digits = ten(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })))
const letters = ten(Schema.Literals([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))
const country = Schema.Literals(countries)

/**
 * Code with the shape of the example and other digits and letters: most are valid, the others violate a rule of
 * letters.
 */
const like = (example: string, digits: ReadonlyArray<number>, letters: ReadonlyArray<string>) =>
  example.replace(/[0-9A-Z]/g, (character, at: number) => String((/[0-9]/.test(character) ? digits : letters)[at]))

describe("canonicalPostalCode", () => {
  it("has rules for the sixteen countries of the specification", () => {
    assert.deepStrictEqual(countries, Object.keys(cases))
  })

  for (const [country, codes] of Object.entries(cases)) {
    it(`reads the codes of ${country}`, () => {
      for (const [text, expected] of Object.entries(codes)) assert.strictEqual(canonical(country, text), expected, text)
    })
  }

  it("keeps the codes of other countries as they are, without the space around them", () => {
    assert.strictEqual(canonical("JP", " 100-0001 "), "100-0001")
    assert.strictEqual(canonical("PT", "d-1000"), "d-1000")
  })

  it("refuses other characters than printable ASCII for every country", () => {
    for (const country of [...countries, "JP", "GR"]) {
      for (const text of ["１２３４", "12\u00a034", "1234é", "12\n34", "12\u000034", "", " "]) {
        assert.isUndefined(canonical(country, text), `${country} ${JSON.stringify(text)}`)
      }
    }
  })

  it("names the code, the country and an example", () => {
    const problem = canonicalPostalCode("NL", "0000 XX")
    assert.deepStrictEqual(problem, Result.fail("\"0000 XX\" is not a postal code of NL; an example is 1234 AB"))
  })

  it("has an example of its own form for each country", () => {
    for (const [country, { example }] of Object.entries(postalCodeRules)) {
      assert.strictEqual(canonical(country, example), example)
    }
  })

  it.prop(
    "comes to rest after one step, with and without the country's own prefixes",
    [country, digits, letters],
    ([country, digits, letters]) => {
      const rule = postalCodeRules[country]
      if (rule === undefined) return assert.fail(country)
      const text = like(rule.example, digits, letters)
      const once = canonical(country, text)
      if (once === undefined) return
      assert.strictEqual(canonical(country, once), once)
      assert.strictEqual(canonical(country, once.toLowerCase()), once)
      assert.strictEqual(canonical(country, once.replaceAll(" ", "")), once)
      for (const prefix of rule.prefixes) assert.strictEqual(canonical(country, `${prefix}-${once}`), once)
    }
  )

  it.prop(
    "never drops the prefix of another country",
    [country, country],
    ([own, other]) => {
      const [rule, stranger] = [postalCodeRules[own], postalCodeRules[other]]
      if (rule === undefined || stranger === undefined) return assert.fail(own)
      for (const prefix of stranger.prefixes.filter((candidate) => !rule.prefixes.includes(candidate))) {
        assert.isUndefined(canonical(own, `${prefix}-${rule.example}`), `${own} ${prefix}`)
      }
    }
  )

  it.prop("makes of any text either nothing or a code at rest", [country, Schema.String], ([country, text]) => {
    const once = canonical(country, text)
    if (once !== undefined) assert.strictEqual(canonical(country, once), once)
  })
})
