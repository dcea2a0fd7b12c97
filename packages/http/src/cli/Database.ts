import * as Postgres from "@namewright/adapters-pg"
import * as Sqlite from "@namewright/adapters-sqlite"
import type { Storage, StorageUnavailable } from "@namewright/core/embed"
import { Effect, FileSystem, type Layer, Path, Redacted, Result } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { createHash } from "node:crypto"
import { homedir } from "node:os"
import { basename } from "node:path"
import { CommandFailed } from "./CommandFailed.ts"

/** Location of the platform's data. */
export type Database =
  | { readonly type: "sqlite"; readonly filename: string }
  | { readonly type: "postgres"; readonly url: Redacted.Redacted }

const memory = ":memory:"

/**
 * Name of the working folder with a hash of its path, `namewright-1f3a9c20`, so that folders of the same name do not
 * share data.
 */
const workingFolder = (): string => {
  const path = process.cwd()
  return `${basename(path)}-${createHash("sha256").update(path).digest("hex").slice(0, 8)}`
}

/** Replaces `~/` at the start by the home folder, and `{folder}` by a name for the working folder. */
const expanded = (file: string): string =>
  file.replace(/^~(?=[/\\])/, () => homedir()).replace("{folder}", () => workingFolder())

/** Reads `sqlite:FILE`, `sqlite::memory:` or `postgres://user:password@host:port/database`. */
export const parseDatabase = (text: string): Result.Result<Database, string> => {
  if (text.startsWith("sqlite:") && text.length > "sqlite:".length) {
    return Result.succeed({ type: "sqlite", filename: expanded(text.slice("sqlite:".length)) })
  }
  const url = /^postgres(?:ql)?:\/\//.test(text) ? URL.parse(text) : null
  return url === null || url.hostname === ""
    ? Result.fail("expected sqlite:FILE, sqlite::memory: or postgres://user:password@host:port/database")
    : Result.succeed({ type: "postgres", url: Redacted.make(text) })
}

/** File of the database; undefined for other databases. */
export const inFile = (database: Database): string | undefined =>
  database.type === "sqlite" && database.filename !== memory ? database.filename : undefined

/** Name of the database in summary and diagnosis, without its password. */
export const describeDatabase = (database: Database): string => {
  if (database.type === "sqlite") {
    return database.filename === memory
      ? "SQLite in memory; its data is lost when the process ends"
      : `SQLite, ${database.filename}`
  }
  const { host, pathname } = new URL(Redacted.value(database.url))
  return `PostgreSQL, ${host}${pathname}`
}

/** Stores on the database. Migrates its schema. */
export const storageOf = (database: Database): Layer.Layer<Storage | SqlClient.SqlClient, unknown> =>
  database.type === "sqlite" ? Sqlite.layer({ filename: database.filename }) : Postgres.layer({ url: database.url })

/** Client of the database. Does not migrate its schema. */
const clientOf = (database: Database): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError | StorageUnavailable> =>
  database.type === "sqlite"
    ? Sqlite.SqliteClient.layer({ filename: database.filename })
    : Postgres.client({ url: database.url, maxConnections: 1 })

/** Runs `work` on a connection to the database. A failed connection is reported in one line. */
export const connected = <A, E>(database: Database, work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.andThen(ping, work).pipe(Effect.provide(clientOf(database)), Effect.mapError(unreachable(database)))

/** Query that tests the connection, because a pool connects on first use. */
const ping = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`)

/** Failure with the innermost reason, which an operator can act on. */
const unreachable = (database: Database) => (error: unknown): CommandFailed =>
  new CommandFailed({ message: `The database cannot be opened (${describeDatabase(database)}): ${reasonOf(error)}` })

const reasonOf = (error: unknown): string => {
  for (let current = error;;) {
    if (!(current instanceof Error)) return String(current)
    const inner = current.cause ?? (current as { readonly reason?: unknown }).reason
    if (!(inner instanceof Error)) return current.message
    current = inner
  }
}

/** Creates the folder of a database file. */
export const prepareFolder = Effect.fnUntraced(function*(database: Database) {
  const file = inFile(database)
  if (file === undefined) return
  const path = yield* Path.Path
  const files = yield* FileSystem.FileSystem
  yield* Effect.mapError(
    files.makeDirectory(path.dirname(file), { recursive: true }),
    unreachable(database)
  )
})
