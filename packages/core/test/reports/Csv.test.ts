import { assert, describe, it } from "@effect/vitest"
import { type Cell, csvCell, csvLine, csvOf } from "@namewright/core/reports"
import { parse } from "csv-parse/sync"
import { Effect, Schema, Stream } from "effect"

const cells = Schema.Array(Schema.Union([Schema.String, Schema.Int, Schema.Boolean, Schema.Null]))
const signs = Schema.Array(Schema.Literals([..."=+-@\t\r\n\",;' a1ü"]))

/** Text that a spreadsheet shows in a cell, without the leading apostrophe. */
const shown = (text: string): string => /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text

const textOf = (value: Cell): string => value === null ? "" : String(value)

describe("a line of CSV", () => {
  const read = (written: string): ReadonlyArray<string> =>
    parse(written, { relax_column_count: true, record_delimiter: "\r\n" })[0] ?? []

  /** At least two cells, since most readers skip a line with one empty cell. */
  const isReadBack = (line: ReadonlyArray<Cell>): void => {
    const row = [...line, "x", null]
    assert.deepStrictEqual(
      read(csvLine(row).toWellFormed()).map((text, index) =>
        textOf(row[index] ?? null).startsWith("'") ? text : shown(text)
      ),
      // A lone surrogate cannot be encoded in UTF-8.
      row.map((value) => textOf(value).toWellFormed())
    )
  }

  it.prop("is read back as it was written, by another's parser", [cells], ([line]) => isReadBack(line))

  it.prop("is read back with every sign that means something", [signs, signs], ([a, b]) => {
    isReadBack([a.join(""), b.join("")])
  })

  it.prop("holds no cell that a spreadsheet calculates", [signs, Schema.String], ([some, text]) => {
    for (const cell of read(csvLine([some.join(""), text, "x"]))) {
      assert.isFalse(/^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell), JSON.stringify(cell))
    }
  })

  it("is unquoted if possible", () => {
    assert.strictEqual(csvLine(["a.example", null, 3, true, "-1.50"]), "a.example,,3,true,-1.50\r\n")
    assert.deepStrictEqual(["=1+1", "+1", "-1+1", "@a", "a,b", "say \"a\"", "\ta"].map(csvCell), [
      "'=1+1",
      "'+1",
      "'-1+1",
      "'@a",
      "\"a,b\"",
      "\"say \"\"a\"\"\"",
      "'\ta"
    ])
  })
})

describe("a sheet", () => {
  const sheet = { columns: ["n", "square"], cells: (n: number) => [n, n * n] }

  const fileOf = Effect.fnUntraced(function*(records: Stream.Stream<number>) {
    let counted = 0
    const parts = yield* Stream.runCollect(csvOf(sheet, records, (more) => void (counted += more)))
    return { counted, parts: parts.length, text: Buffer.concat(parts).toString("utf8") }
  })

  it.effect("has a header line, every record once and in order, and few chunks", () =>
    Effect.gen(function*() {
      const { counted, parts, text } = yield* fileOf(Stream.range(1, 50_000))
      const [heading, ...rows] = parse(text)
      assert.deepStrictEqual(heading, ["n", "square"])
      assert.deepStrictEqual(
        rows,
        Array.from({ length: 50_000 }, (_, index) => [`${index + 1}`, `${(index + 1) ** 2}`])
      )
      assert.strictEqual(counted, 50_000)
      assert.isAtMost(parts, Math.ceil(text.length / 65_536))
    }))

  it.effect("is a header line without records", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* fileOf(Stream.empty), { counted: 0, parts: 1, text: "n,square\r\n" })
    }))
})
