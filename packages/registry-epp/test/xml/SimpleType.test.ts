import { assert, describe, it } from "@effect/vitest"
import * as SimpleType from "../../src/xml/SimpleType.ts"

/** What a type makes of texts. */
const read = <A>(type: SimpleType.SimpleType<A>, texts: ReadonlyArray<string>): ReadonlyArray<A | undefined> =>
  texts.map((text) => type(text))

/** Those of the texts that the type takes. */
const taken = (type: SimpleType.SimpleType<unknown>, texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.filter((text) => type(text) !== undefined)

const none: ReadonlyArray<string> = []

describe("simple types of XML Schema", () => {
  it("collapse white space in tokens, and count characters after that", () => {
    assert.deepStrictEqual(read(SimpleType.token(3, 5), [" a \n b\t", "abcde", "\u{1f600}\u{1f600}\u{1f600}"]), [
      "a b",
      "abcde",
      "\u{1f600}\u{1f600}\u{1f600}"
    ])
    assert.deepStrictEqual(taken(SimpleType.token(3, 5), ["", "ab", " a ", "abcdef", "\u{1f600}\u{1f600}"]), none)
    assert.deepStrictEqual(read(SimpleType.token(1, 2), ["\u{1f600}\u{1f600}", "a\u{1f600}"]), [
      "\u{1f600}\u{1f600}",
      "a\u{1f600}"
    ])
  })

  it("keep the spaces of normalized strings", () => {
    assert.deepStrictEqual(read(SimpleType.normalizedString(), [" a\n\tb ", ""]), [" a  b ", ""])
    assert.deepStrictEqual(taken(SimpleType.normalizedString(1, 2), ["", "abc"]), none)
  })

  it("take numbers in their range, with sign and zeros as the schema allows", () => {
    assert.deepStrictEqual(read(SimpleType.unsignedByte, ["0", "255", " 7 ", "+7", "007", "-0"]), [0, 255, 7, 7, 7, 0])
    assert.deepStrictEqual(taken(SimpleType.unsignedByte, ["256", "-1", "", "1.0", "1e1", "0x1", "A", "1 2"]), none)
  })

  it("know both spellings of booleans", () => {
    assert.deepStrictEqual(read(SimpleType.boolean, ["1", "true", "0", " false "]), [true, true, false, false])
    assert.deepStrictEqual(taken(SimpleType.boolean, ["", "TRUE", "yes", "2"]), none)
  })

  it("take days and moments of the calendar only", () => {
    const days = ["2026-11-22", "2024-02-29", "2000-02-29Z", "2026-01-31+14:00"]
    assert.deepStrictEqual(taken(SimpleType.date, days), days)
    assert.deepStrictEqual(
      taken(SimpleType.date, [
        "2026-02-29",
        "1900-02-29",
        "2026-13-01",
        "2026-00-01",
        "2026-01-00",
        "26-01-01",
        "2026-01-01T00:00:00",
        "0000-01-01"
      ]),
      none
    )
    const moments = [
      "2026-11-22T23:59:59Z",
      "2026-11-22T00:00:00.123-05:30",
      "2026-11-22T24:00:00",
      "2026-11-22T12:00:00"
    ]
    assert.deepStrictEqual(taken(SimpleType.dateTime, moments), moments)
    assert.deepStrictEqual(
      taken(SimpleType.dateTime, [
        "2026-11-22",
        "2026-11-22T24:00:01",
        "2026-11-22T12:60:00",
        "2026-11-22 12:00:00",
        "2026-11-22T12:00:00+15:00"
      ]),
      none
    )
  })

  it("take octets as hexadecimal digits and as base64", () => {
    assert.deepStrictEqual(read(SimpleType.hexBinary, ["ab01", ""]), ["AB01", ""])
    assert.deepStrictEqual(taken(SimpleType.hexBinary, ["a", "0g", "ab 01"]), none)
    assert.deepStrictEqual(read(SimpleType.base64Binary, ["AQ Pc\n+w==", "AQPc"]), ["AQPc+w==", "AQPc"])
    assert.deepStrictEqual(
      taken(SimpleType.base64Binary, ["A", "AQ", "AQ=", "A===", "=AAA", "AQP-", "AR==", "AQB="]),
      none
    )
  })

  it("take decimals, durations, languages and the identifiers of EPP by their form", () => {
    const decimals = ["1", "-1.50", "+.5", "1."]
    assert.deepStrictEqual(taken(SimpleType.decimal, decimals), decimals)
    assert.deepStrictEqual(taken(SimpleType.decimal, ["", ".", "1e3", "1,5", "--1"]), none)
    const durations = ["P1Y", "P5D", "PT1H", "-P1Y2M3DT4H5M6.7S"]
    assert.deepStrictEqual(taken(SimpleType.duration, durations), durations)
    assert.deepStrictEqual(taken(SimpleType.duration, ["P", "PT", "P1DT", "5D", "P1H", "PT1.5H"]), none)
    const languages = ["en", "en-US", "x-klingon"]
    assert.deepStrictEqual(taken(SimpleType.language, languages), languages)
    assert.deepStrictEqual(taken(SimpleType.language, ["", "e_n", "englishlanguage", "en-"]), none)
    const roids = ["D1_2-TEST", "_-x", "\u00e91-R"]
    assert.deepStrictEqual(taken(SimpleType.roid, roids), roids)
    assert.deepStrictEqual(taken(SimpleType.roid, ["D1", "D1-", "-TEST", "D1-TOOLONGREP", "D-1-TEST", "D 1-T"]), none)
  })
})
