import { Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, Statement } from "effect/sql"
import { migrations } from "./migrations/index.ts"

/** Databases for which a script can be generated. */
export type ScriptDialect = "pg" | "sqlite"

/** Table of the migrations that have run. */
export const migrationTable = "namewright_migrations"

/**
 * All migrations as one SQL script, for databases that are managed by others. It fills an empty schema and records the
 * migrations as run, so that the platform runs none of them again.
 */
export const migrationScript = Effect.fnUntraced(function*(dialect: ScriptDialect, schema?: string) {
  const statements: Array<string> = []
  const sql = yield* recorder(dialect, (text) => void statements.push(text))
  statements.push(migrationTables[dialect])
  for (const [name, migration] of Object.entries(migrations).toSorted(([a], [b]) => a.localeCompare(b))) {
    const [number, title] = split(name)
    statements.push(`-- ${name}`)
    yield* Effect.provideService(migration, SqlClient.SqlClient, sql)
    yield* sql`INSERT INTO ${sql(migrationTable)} (migration_id, name) VALUES (${number}, ${title})`
  }
  return [
    "BEGIN;",
    ...beginning(schema),
    ...statements.map((text) => text.startsWith("--") ? `\n${text}` : `${dedent(text)};`),
    "COMMIT;\n"
  ]
    .join("\n")
}, Effect.orDie)

/** The names of the script are those of the schema, which is created. */
const beginning = (schema: string | undefined): ReadonlyArray<string> =>
  schema === undefined ? [] : [`CREATE SCHEMA IF NOT EXISTS "${schema}";`, `SET LOCAL search_path TO "${schema}";`]

/** `0002_events` is number 2 with the name `events`. */
const split = (name: string): readonly [number: number, title: string] => {
  const separator = name.indexOf("_")
  return [Number(name.slice(0, separator)), name.slice(separator + 1)]
}

/** The table as the migrator itself creates it. */
const migrationTables: Record<ScriptDialect, string> = {
  pg: `CREATE TABLE ${migrationTable} (
  migration_id integer primary key,
  created_at timestamp with time zone not null default now(),
  name text not null
)`,
  sqlite: `CREATE TABLE ${migrationTable} (
  migration_id integer PRIMARY KEY NOT NULL,
  created_at datetime NOT NULL DEFAULT current_timestamp,
  name VARCHAR(255) NOT NULL
)`
}

/** Client that writes each statement with its parameters inlined, instead of running it. */
const recorder = (dialect: ScriptDialect, write: (text: string) => void) => {
  const record = (text: string) => Effect.sync(() => (write(text), []))
  const connection: SqlConnection.Connection = {
    execute: record,
    executeUnprepared: record,
    executeRaw: record,
    executeValues: record,
    executeValuesUnprepared: record,
    executeStream: () => {
      throw new Error("A migration does not stream")
    }
  }
  return SqlClient.make({
    acquirer: Effect.succeed(connection),
    compiler: Statement.makeCompiler({
      dialect,
      placeholder: (_, value) => literal(value),
      onIdentifier: Statement.defaultEscape("\""),
      onRecordUpdate: () => ["", []],
      onCustom: () => ["", []]
    }),
    driver: `${dialect}-script`,
    spanAttributes: []
  }).pipe(Effect.provide(Reactivity.layer))
}

const literal = (value: unknown): string =>
  value === null || value === undefined
    ? "NULL"
    : typeof value === "string"
    ? `'${value.replaceAll("'", "''")}'`
    : String(value)

/** Removes the indentation of a statement in the source code. */
const dedent = (text: string): string => {
  const [first = "", ...rest] = text.trim().split("\n")
  const margins = rest.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length)
  const margin = Math.min(...margins, Infinity)
  return [first, ...rest.map((line) => line.slice(Number.isFinite(margin) ? margin : 0))].join("\n")
}
