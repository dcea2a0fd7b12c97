import { assert, describe, it } from "@effect/vitest"
import { Migrations } from "@namewright/adapters-sql"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect } from "vitest"

/** Removes the source indentation, which SQLite stores. */
const normalize = (text: string): string =>
  text.trim().replaceAll(/\s*\n\s*/g, "\n  ").replace(/\n {2}\)( WITHOUT ROWID)?$/, "\n)$1")

/** Schema as SQLite stores it, one statement after another. */
const describeSchema = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly sql: string }>`SELECT sql FROM sqlite_master
    WHERE sql IS NOT NULL AND name <> ${Migrations.table} ORDER BY tbl_name, type DESC, name`
  return rows.map((row) => `${normalize(row.sql)};\n`).join("\n")
})

const database = SqliteClient.layer({ filename: ":memory:" })

describe("schema of SQLite", () => {
  it.effect("is the one in schema.sqlite.sql", () =>
    Effect.gen(function*() {
      yield* Migrations.run
      const schema = yield* describeSchema
      yield* Effect.promise(() => expect(schema).toMatchFileSnapshot("../packages/adapters-sql/schema.sqlite.sql"))
    }).pipe(Effect.provide(database)))

  it.effect("is the same after the printed script, with nothing left to migrate", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const script = yield* Migrations.toSql("sqlite")
      for (const statement of script.split(/;$/m)) {
        if (statement.trim() !== "") yield* sql.unsafe(statement)
      }
      const printed = yield* describeSchema
      assert.deepStrictEqual(yield* Migrations.run, [])
      const migrated = yield* Effect.provide(Effect.andThen(Migrations.run, describeSchema), database, { local: true })
      assert.strictEqual(printed, migrated)
    }).pipe(Effect.provide(database)))
})
