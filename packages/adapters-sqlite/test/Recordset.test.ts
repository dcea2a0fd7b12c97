import { assert, layer } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { boundRows, recordset } from "../../adapters-sql/src/Recordset.ts"

const columns = { n: "integer", word: "key", text: "text", flag: "boolean" } as const

/** Texts with a special meaning in JSON or SQL. */
const texts = ["", "NULL", "?", "'", "\"", "\\", "{\"a\":1}", "[1]", "a\nb\tc", "\u0001", "ä\"€\"😀", " "]

const sample = (n: number) => ({
  n,
  word: n % 3 === 0 ? null : `${texts[n % texts.length]}${n}`,
  text: texts[n % texts.length] ?? null,
  flag: n % 5 === 0 ? null : n % 2 === 0
})

const asStored = ({ flag, ...row }: ReturnType<typeof sample>) => ({
  ...row,
  flag: flag === null ? null : Number(flag)
})

layer(SqliteClient.layer({ filename: ":memory:" }))("A recordset on SQLite", (it) => {
  for (const length of [0, 1, boundRows - 1, boundRows, boundRows + 1]) {
    it.effect(`is read as it was written, with ${length} rows`, () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const rows = Array.from({ length }, (_, n) => sample(n))
        const read = yield* sql`SELECT x.n, x.word, x.text, x.flag FROM ${recordset(sql, columns, rows)} ORDER BY x.n`
        assert.deepStrictEqual(read.map((row) => ({ ...row })), rows.map(asStored))
      }))
  }

  it.effect("binds equal columns once", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const among = { n: "integer", word: "key", same: "key", other: "key" } as const
      const rows = Array.from(
        { length: boundRows },
        (_, n) => ({ n, word: `a${n}`, same: `a${n}`, other: `b${n % 2}` })
      )
      const statement = sql`SELECT x.n, x.word, x.same, x.other FROM ${recordset(sql, among, rows)} ORDER BY x.n`
      assert.lengthOf(statement.compile()[1], 3 * boundRows)
      assert.deepStrictEqual((yield* statement).map((row) => ({ ...row })), rows)
    }))

  it.effect("binds columns of one value once, even without other columns", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const alike = Array.from({ length: boundRows }, () => ({ n: 1, word: "same", text: null, flag: true }))
      const statement = sql`SELECT x.n, x.word, x.text, x.flag FROM ${recordset(sql, columns, alike)}`
      assert.lengthOf(statement.compile()[1], 4)
      const read = yield* statement
      assert.deepStrictEqual(
        read.map((row) => ({ ...row })),
        alike.map((row) => ({ ...row, flag: 1 }))
      )
    }))
})
