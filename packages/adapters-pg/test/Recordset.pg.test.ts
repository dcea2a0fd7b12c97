import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { reusedDatabase } from "../../../test/PostgresDatabase.ts"
import { recordset } from "../../adapters-sql/src/Recordset.ts"

const database = Layer.unwrap(Effect.map(reusedDatabase, (url) => storage({ url })))

const columns = { n: "integer", word: "key", text: "text", flag: "boolean" } as const

/** Texts that PostgreSQL can store: without NUL, and well-formed. */
const storable = Schema.String.check(Schema.makeFilter((text) => !text.includes("\0") && text.isWellFormed()))

const Rows = Schema.Array(Schema.Struct({
  word: Schema.NullOr(storable),
  text: Schema.NullOr(storable),
  flag: Schema.NullOr(Schema.Boolean)
}))

layer(database, { timeout: "60 seconds" })("A recordset on PostgreSQL", (it) => {
  const readBack = (rows: ReadonlyArray<object>) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const numbered = rows.map((row, n) => ({ ...row, n }))
      const read = yield* sql`SELECT x.n, x.word, x.text, x.flag FROM ${recordset(sql, columns, numbered)} ORDER BY x.n`
      assert.deepStrictEqual(read.map((row) => ({ ...row })), numbered)
    })

  it.effect.prop("is read as it was written", [Rows], ([rows]) => readBack(rows))

  it.effect("does not interpret text as syntax", () =>
    readBack(
      ["", "NULL", "{}", ",", "\"", "\\", "\\\"", "a\nb\tc", "\u0001", "{\"a\":\"\\n\"}", "ä\"€\"😀", " "]
        .map((text) => ({ word: text, text: JSON.stringify(text), flag: null }))
    ))

  it.effect("sends many texts unchanged", () =>
    Effect.gen(function*() {
      const strange = [null, "", "NULL", "{}", "a,b", "\"", "\\", "a\nb\tc", "ä\"€\"😀", " "]
      const textOf = (n: number) => strange[n % strange.length] ?? null
      yield* readBack(Array.from({ length: 150 }, (_, n) => ({ word: textOf(n), text: textOf(n + 1), flag: null })))
    }))

  it.effect("sends equal columns once", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const rows = Array.from({ length: 150 }, (_, n) => ({ n, word: `a${n}`, same: `a${n}`, other: `a${n % 149}` }))
      const among = { n: "integer", word: "key", same: "key", other: "key" } as const
      const statement = sql`SELECT x.n, x.word, x.same, x.other FROM ${recordset(sql, among, rows)} ORDER BY x.n`
      assert.lengthOf(statement.compile()[1], 3)
      assert.deepStrictEqual((yield* statement).map((row) => ({ ...row })), rows)
    }))

  it.effect("sends columns of one value once", () =>
    Effect.gen(function*() {
      yield* readBack(Array.from({ length: 150 }, (_, n) => ({ word: "same", text: null, flag: n % 2 === 0 })))
      const sql = yield* SqlClient.SqlClient
      const alike = Array.from({ length: 150 }, () => ({ n: 1, word: "same", text: null, flag: true }))
      const read = yield* sql`SELECT x.word FROM ${recordset(sql, columns, alike)}`
      assert.lengthOf(read, 150)
    }))
})
