import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { decodeXml, legibleText } from "../../src/xml/decodeXml.ts"

const decoded = (octets: Buffer): string => Result.getOrThrowWith(decodeXml(octets), (text) => new Error(text))
const problem = (octets: Buffer): string | undefined => Result.getOrUndefined(Result.flip(decodeXml(octets)))

const text = "<a>\u00e9\u20ac\u{1f600}</a>"
const declared = (encoding: string, rest = text) => `<?xml version="1.0" encoding="${encoding}"?>${rest}`

const utf16 = (content: string, order: "little" | "big", isMarked = true): Buffer => {
  const octets = Buffer.from(isMarked ? `\ufeff${content}` : content, "utf16le")
  return order === "little" ? octets : octets.swap16()
}

describe("decodeXml", () => {
  it("reads UTF-8 with a mark or without, declared or not", () => {
    for (const document of [text, declared("UTF-8"), declared("utf-8"), `\ufeff${declared("UTF-8")}`, "\ufeff<a/>"]) {
      assert.strictEqual(decoded(Buffer.from(document)), document)
    }
    const quoted = "<?xml\tversion='1.0'\n encoding = 'utf8' ?><a/>"
    assert.strictEqual(decoded(Buffer.from(quoted)), quoted)
  })

  it("reads UTF-16 of either order behind its mark", () => {
    for (const order of ["little", "big"] as const) {
      assert.strictEqual(decoded(utf16(text, order)), text)
      assert.strictEqual(decoded(utf16(declared("UTF-16"), order)), declared("UTF-16"))
    }
  })

  it("reads ISO-8859-1 and US-ASCII as declared", () => {
    const latin = declared("ISO-8859-1", "<a>caf\u00e9 \u0080</a>")
    assert.strictEqual(decoded(Buffer.from(latin, "latin1")), latin)
    assert.strictEqual(decoded(Buffer.from(declared("latin1", "<a/>"), "latin1")), declared("latin1", "<a/>"))
    assert.strictEqual(decoded(Buffer.from(declared("US-ASCII", "<a/>"))), declared("US-ASCII", "<a/>"))
  })

  it.each<readonly [string, ReadonlyArray<number>]>([
    ["a lone continuation", [0x80]],
    ["an unfinished sequence", [0xc3]],
    ["Latin-1 that is not declared", [0x63, 0xe9, 0x63]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["an overlong less-than in three octets", [0xe0, 0x80, 0xbc]],
    ["an overlong NUL", [0xc0, 0x80]],
    ["half of a surrogate pair", [0xed, 0xa0, 0x80]],
    ["a code point above the last one", [0xf4, 0x90, 0x80, 0x80]],
    ["five octets", [0xf8, 0x88, 0x80, 0x80, 0x80]]
  ])("refuses UTF-8 with %s", (_, octets) => {
    const document = Buffer.concat([Buffer.from("<a>"), Buffer.from(octets), Buffer.from("</a>")])
    assert.strictEqual(problem(document), "the octets are no UTF-8")
  })

  it("refuses other encodings, and declarations that the octets contradict", () => {
    assert.strictEqual(problem(Buffer.from(declared("windows-1252"))), "the encoding windows-1252 is not read")
    assert.strictEqual(problem(Buffer.from(declared("UTF-7"))), "the encoding UTF-7 is not read")
    assert.strictEqual(problem(Buffer.from(declared("UTF-16"))), "the encoding UTF-16 is not read")
    for (const encoding of ["", "UTF\u00118", "\u0000", "x".repeat(1000), "a\u00e9", "a b"]) {
      assert.strictEqual(problem(Buffer.from(declared(encoding))), "the encoding of the document is not read")
      assert.strictEqual(problem(Buffer.from(declared(encoding), "latin1")), "the encoding of the document is not read")
    }
    assert.strictEqual(problem(Buffer.from(declared("US-ASCII"))), "the octets are no US-ASCII")
    assert.strictEqual(problem(Buffer.from(`\ufeff${declared("latin1")}`)), "UTF-8 is declared as latin1")
    assert.strictEqual(problem(utf16(declared("UTF-8"), "big")), "UTF-16 is declared as UTF-8")
    for (const order of ["little", "big"] as const) {
      assert.strictEqual(problem(utf16(text, order, false)), "UTF-16 has to begin with a byte order mark")
      assert.strictEqual(problem(utf16("<a>\ud800</a>", order)), "the octets are no UTF-16")
      assert.strictEqual(problem(utf16(text, order).subarray(0, -1)), "the octets are no UTF-16")
    }
    assert.strictEqual(problem(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])), "UTF-32 is not read")
  })

  it("finds the encoding of a declaration of any length, and none in the document", () => {
    const long = declared("ISO-8859-1", "<a>\u00e9</a>").replace(" encoding", `${" ".repeat(1000)}encoding`)
    assert.strictEqual(decoded(Buffer.from(long, "latin1")), long)
    const later = `<a>${declared("ISO-8859-1", "\u00e9")}</a>`
    assert.strictEqual(decoded(Buffer.from(later)), later)
    assert.strictEqual(decoded(Buffer.from("<?xml version='1.0'")), "<?xml version='1.0'")
  })

  it.prop(
    "loses nothing of what it reads, whatever the octets are",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))],
    ([octets]) => {
      const document = Buffer.from(octets)
      const result = decodeXml(document)
      if (Result.isFailure(result) || document[0] === 0xff || document[0] === 0xfe) return
      assert.deepStrictEqual(Buffer.from(result.success), document)
    },
    { arbitrary: { runs: 1000 } }
  )

  it("shows what cannot be read without characters that cannot be stored", () => {
    assert.strictEqual(legibleText(Buffer.from([0x3c, 0, 0xe9, 0x1b, 0x3e])), "<\ufffd\ufffd\ufffd>")
    assert.strictEqual(legibleText(utf16("<a>\u00e9\u0001</b>", "big")), "<a>\u00e9\ufffd</b>")
  })
})
