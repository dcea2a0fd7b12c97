import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Draw } from "../../../core/test/dns/Draw.ts"
import { frame } from "../../src/wire/frame.ts"
import { FrameReader, standardFrameLimit } from "../../src/wire/FrameReader.ts"

/** What a reader makes of these chunks, one after the other; stops at the first problem. */
const read = (reader: FrameReader, chunks: ReadonlyArray<Buffer>): ReadonlyArray<string> =>
  chunks.flatMap((chunk) => Result.getOrThrow(reader.push(chunk)).map(String))

const bytesOf = (bytes: Buffer): ReadonlyArray<Buffer> => Array.from(bytes, (byte) => Buffer.from([byte]))

const header = (length: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))

describe("FrameReader", () => {
  it("counts the header in the length, in octets", () => {
    assert.strictEqual(frame("\u00e9\u{1f600}").readUInt32BE(0), 4 + 2 + 4)
    assert.deepStrictEqual(read(new FrameReader(), [frame("\u00e9\u{1f600}")]), ["\u00e9\u{1f600}"])
  })

  it("waits for a frame that comes byte by byte, characters of several bytes among them", () => {
    const reader = new FrameReader()
    const bytes = bytesOf(frame("<a>\u00e9\u20ac\u{1f600}</a>"))
    assert.deepStrictEqual(read(reader, bytes.slice(0, -1)), [])
    assert.deepStrictEqual(read(reader, bytes.slice(-1)), ["<a>\u00e9\u20ac\u{1f600}</a>"])
    assert.deepStrictEqual(read(reader, bytesOf(frame("<b/>"))), ["<b/>"])
  })

  it("gives two frames that come in one chunk, in order, and keeps what is left of a third", () => {
    const reader = new FrameReader()
    const third = frame("<c/>")
    assert.deepStrictEqual(
      read(reader, [Buffer.concat([frame("<a/>"), frame("<b/>"), third.subarray(0, 2)])]),
      ["<a/>", "<b/>"]
    )
    assert.deepStrictEqual(read(reader, [third.subarray(2)]), ["<c/>"])
  })

  it.each([0, 3, 4, 1025, 2 ** 31, 2 ** 32 - 1])("refuses a length of %i when 1024 is the most", (length) => {
    for (const chunks of [[header(length)], bytesOf(header(length))]) {
      const reader = new FrameReader(1024)
      const answers = chunks.map((chunk) => reader.push(chunk))
      assert.deepStrictEqual(answers.at(-1), Result.fail({ length, limit: 1024 }))
      assert.isTrue(answers.slice(0, -1).every(Result.isSuccess))
    }
  })

  it("takes a frame of exactly the limit, and one of a single octet", () => {
    const longest = "x".repeat(1020)
    assert.deepStrictEqual(read(new FrameReader(1024), [frame(longest), frame("y")]), [longest, "y"])
    assert.strictEqual(standardFrameLimit, 16_777_216)
  })

  it("gives nothing of a chunk in which a good frame is followed by a bad header", () => {
    const reader = new FrameReader()
    assert.isTrue(Result.isFailure(reader.push(Buffer.concat([frame("<a/>"), header(4)]))))
  })

  it.prop(
    "finds the same documents however the stream is cut",
    [Schema.Array(Schema.String), seed],
    ([texts, number]) => {
      const draw = new Draw(number)
      const documents = texts.map((text) => `<${text.toWellFormed()}>`)
      const stream = Buffer.concat(documents.map(frame))
      const chunks: Array<Buffer> = []
      for (let at = 0; at < stream.length;) {
        const length = draw.chance(50) ? draw.below(4) : draw.below(40)
        chunks.push(stream.subarray(at, at + length))
        at += length
      }
      assert.deepStrictEqual(read(new FrameReader(), chunks), documents)
    }
  )
})
