import { assert, describe, it } from "@effect/vitest"
import { frame, FrameReader } from "../../src/transport/DnsFrame.ts"

describe("FrameReader", () => {
  it("reads messages that arrive in pieces or together", () => {
    const messages = ["", "a", "x".repeat(300), "b"].map((text) => Buffer.from(text))
    const stream = Buffer.concat(messages.map(frame))
    for (const size of [1, 2, 3, 100, stream.length]) {
      const [reader, read] = [new FrameReader(), new Array<Buffer>()]
      for (let at = 0; at < stream.length; at += size) {
        reader.push(stream.subarray(at, at + size))
        for (let next = reader.next(); next !== undefined; next = reader.next()) read.push(next)
      }
      assert.deepStrictEqual(read, messages, `pieces of ${size}`)
      assert.strictEqual(reader.length, 0)
    }
  })

  it("reads no message that is longer than allowed", () => {
    const reader = new FrameReader(3)
    reader.push(Buffer.concat([frame(Buffer.from("abc")), frame(Buffer.from("abcd"))]))
    assert.strictEqual(reader.next()?.toString(), "abc")
    assert.isUndefined(reader.next())
    assert.isTrue(reader.isOversized)
  })
})
