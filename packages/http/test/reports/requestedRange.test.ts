import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { requestedRange } from "../../src/reports/requestedRange.ts"

describe("the range of a download", () => {
  it("is the range of the header, up to the size of the file", () => {
    const cases = {
      "bytes=0-9": { start: 0, end: 9 },
      "bytes=90-": { start: 90, end: 99 },
      "bytes=90-1000": { start: 90, end: 99 },
      "bytes=-10": { start: 90, end: 99 },
      "bytes=-1000": { start: 0, end: 99 },
      "Bytes= 5 - 5": { start: 5, end: 5 }
    }
    for (const [header, range] of Object.entries(cases)) {
      assert.deepStrictEqual(requestedRange(header, 100), range, header)
    }
  })

  it("is ignored if the header is not supported", () => {
    const ignored = [undefined, "", "bytes=-", "bytes=9-5", "bytes=0-1,3-4", "lines=1-2", "bytes=a-b", "bytes=1.5-2"]
    for (const header of ignored) assert.isUndefined(requestedRange(header, 100), String(header))
  })

  it("must begin in the file", () => {
    for (const header of ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-"]) {
      assert.strictEqual(requestedRange(header, 100), "unsatisfiable", header)
    }
  })

  const bounds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 }))
  const sizes = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))

  it.prop("never leaves the file", [bounds, bounds, sizes], ([from, to, size]) => {
    for (const header of [`bytes=${from}-${to}`, `bytes=${from}-`, `bytes=-${to}`]) {
      const range = requestedRange(header, size)
      if (range === undefined || range === "unsatisfiable") continue
      assert.isTrue(range.start >= 0 && range.start <= range.end && range.end < size, header)
    }
  })
})
