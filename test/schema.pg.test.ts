import { assert, describe, it } from "@effect/vitest"
import { client } from "@namewright/adapters-pg"
import { Migrations } from "@namewright/adapters-sql"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { expect } from "vitest"
import { freshDatabase } from "./PostgresDatabase.ts"

/** Schema from PostgreSQL's catalogue: tables with columns and constraints, then indexes. */
const describeSchema = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql<{ readonly table_name: string; readonly line: string }>`
    SELECT c.relname AS table_name,
      a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE "' || l.collname || '"' ELSE '' END
      || CASE WHEN a.attidentity <> '' THEN ' GENERATED ALWAYS AS IDENTITY' ELSE '' END
      || COALESCE(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
      || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS line
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ${Migrations.table}
    ORDER BY c.relname COLLATE "C", a.attnum`
  const constraints = yield* sql<{ readonly table_name: string; readonly line: string }>`
    SELECT c.relname AS table_name, 'CONSTRAINT ' || o.conname || ' ' || pg_get_constraintdef(o.oid) AS line
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
    WHERE c.relnamespace = 'public'::regnamespace AND o.contype <> 'n' AND c.relname <> ${Migrations.table}
    ORDER BY c.relname COLLATE "C", o.conname COLLATE "C"`
  const indexes = yield* sql<{ readonly line: string }>`
    SELECT indexdef AS line FROM pg_indexes
    WHERE schemaname = 'public' AND tablename <> ${Migrations.table}
      AND indexname NOT IN (SELECT conname FROM pg_constraint)
    ORDER BY tablename COLLATE "C", indexname COLLATE "C"`
  const tables = Map.groupBy([...columns, ...constraints], (row) => row.table_name)
  return [
    ...[...tables].map(([table, rows]) =>
      `CREATE TABLE ${table} (\n${rows.map(({ line }) => `  ${line}`).join(",\n")}\n);\n`
    ),
    `${indexes.map(({ line }) => `${line};`).join("\n")}\n`
  ].join("\n")
})

/** Splits a script into statements at semicolons that end a line, except in quoted bodies. */
const statementsOf = (script: string): ReadonlyArray<string> =>
  [...script.matchAll(/(?:\$(\w*)\$[\s\S]*?\$\1\$|[\s\S])+?(?:;$|$(?![\s\S]))/gm)].map(([statement]) => statement)
    .filter((statement) => statement.trim() !== "")

/** One connection, because the script contains its own transaction. */
const database = Layer.unwrap(Effect.map(freshDatabase, (url) => client({ url, maxConnections: 1 })))

describe("schema of PostgreSQL", () => {
  it.effect("is the one in schema.pg.sql", () =>
    Effect.gen(function*() {
      yield* Migrations.run
      const schema = yield* describeSchema
      yield* Effect.promise(() => expect(schema).toMatchFileSnapshot("../packages/adapters-sql/schema.pg.sql"))
    }).pipe(Effect.provide(database)))

  it.effect("is the same after the printed script, with nothing left to migrate", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const script = yield* Migrations.toSql("pg")
      for (const statement of statementsOf(script)) yield* sql.unsafe(statement)
      const printed = yield* describeSchema
      assert.deepStrictEqual(yield* Migrations.run, [])
      const migrated = yield* Effect.provide(Effect.andThen(Migrations.run, describeSchema), database, { local: true })
      assert.strictEqual(printed, migrated)
    }).pipe(Effect.provide(database)))
})
