import { StorageUnavailable } from "@namewright/core/shared"
import { Effect, Layer, Predicate, Result, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { existsSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { type Checkpoints, makeCheckpoints } from "./Checkpoints.ts"
import { makeGroupCommit } from "./GroupCommit.ts"

export interface Options {
  /** Path of the database file, or `:memory:`. */
  readonly filename: string
  /**
   * Durability of commits. `full` survives a power loss; `normal` may lose the last commits then, but never corrupts
   * the file. Default: `full`.
   */
  readonly synchronous?: "full" | "normal" | undefined
  /** Maximum wait for the lock of another process, in milliseconds; default: 5000. */
  readonly busyTimeoutMillis?: number | undefined
  /**
   * Initial contents of a database in memory, as `DatabaseSync#serialize` and `migratedContents` return them. SQLite limits
   * such a database to 1 GiB.
   */
  readonly contents?: Uint8Array | undefined
}

const statementCacheSize = 500

/** Maximum characters of a cached statement. Longer ones insert many rows, such as the prices of a new installation. */
const longestCached = 5_000

/** True for statements that run again. Definitions of the schema do not: a new database has some hundred. */
const isRepeated = (text: string): boolean => text.length <= longestCached && !/^\s*(?:CREATE|ALTER|DROP)\s/i.test(text)

/** `SqlClient` of Node's built-in SQLite: one connection, one writer at a time. */
export const make = (options: Options) => Effect.flatMap(open(options), (opened) => connect(options, opened))

/** An open database file. */
interface Opened {
  readonly checkpoints: Checkpoints
  readonly database: DatabaseSync
}

const connect = Effect.fnUntraced(function*(options: Options, { checkpoints, database }: Opened) {
  const statements = new Map<string, StatementSync>()

  const prepare = (text: string): StatementSync => {
    const cached = statements.get(text)
    if (cached !== undefined) return cached
    const statement = database.prepare(text)
    if (!isRepeated(text)) return statement
    if (statements.size >= statementCacheSize) statements.delete(statements.keys().next().value!)
    statements.set(text, statement)
    return statement
  }

  const read = (text: string, params: ReadonlyArray<unknown>) =>
    prepare(text).all(...params as ReadonlyArray<SQLInputValue>)
  const all = (text: string, params: ReadonlyArray<unknown>) =>
    run(() => text === "COMMIT" ? checkpoints.commit(() => read(text, params)) : read(text, params))
  const values = (text: string, params: ReadonlyArray<unknown>) =>
    Effect.map(all(text, params), (rows) => rows.map((row) => Object.values(row)))

  const connection: SqlConnection.Connection = {
    execute: (text, params, transform) => transform ? Effect.map(all(text, params), transform) : all(text, params),
    executeUnprepared: (text, params, transform) =>
      transform ? Effect.map(all(text, params), transform) : all(text, params),
    executeRaw: (text, params) => run(() => prepare(text).run(...params as ReadonlyArray<SQLInputValue>)),
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (text, params, transform) => stream(options, database, text, params, transform)
  }

  return yield* SqlClient.make({
    ...(yield* makeGroupCommit(connection, database)),
    // Only streams acquire a connection this way; they must not block other statements until they end.
    acquirer: Effect.succeed(connection),
    compiler: makeCompiler(),
    driver: "sqlite-node",
    spanAttributes: [["db.system.name", "sqlite"]]
  })
})

/** As `Statement.makeCompilerSqlite`, with a cache of quoted names, of which only a few hundred exist. */
const makeCompiler = () => {
  const quoted = new Map<string, string>()
  const quote = Statement.defaultEscape("\"")
  return Statement.makeCompiler({
    dialect: "sqlite",
    placeholder: () => "?",
    onIdentifier: (name) => {
      const identifier = quoted.get(name) ?? quote(name)
      quoted.set(name, identifier)
      return identifier
    },
    onRecordUpdate: () => ["", []],
    onCustom: () => ["", []]
  })
}

export const layer = (options: Options): Layer.Layer<SqlClient.SqlClient, StorageUnavailable> =>
  Layer.effect(SqlClient.SqlClient, make(options)).pipe(Layer.provide(Reactivity.layer))

/** Says which folder is missing, because SQLite does not. */
const unopened = ({ filename }: Options) => (cause: unknown): StorageUnavailable => {
  const folder = dirname(resolve(filename))
  return filename === ":memory:" || existsSync(folder)
    ? new StorageUnavailable({ cause, message: `The database file ${filename} cannot be opened` })
    : new StorageUnavailable({ cause, message: `The folder ${folder} of the database file does not exist` })
}

const open = (options: Options) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const database = new DatabaseSync(options.filename, { timeout: options.busyTimeoutMillis ?? 5_000 })
        if (options.contents !== undefined) database.deserialize(options.contents)
        database.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
        PRAGMA synchronous = ${options.synchronous ?? "full"}`)
        return { database, checkpoints: makeCheckpoints(database, options.filename) }
      },
      catch: unopened(options)
    }),
    ({ checkpoints, database }) => Effect.andThen(checkpoints.finished, Effect.sync(() => database.close()))
  )

/** True if this version of Node can read and write the contents of a database in memory. */
export const hasContents: boolean = Predicate.isFunction(Reflect.get(DatabaseSync.prototype, "deserialize"))

/** The contents of a database in memory after the migration. */
export const contentsAfter = <E>(migration: Effect.Effect<unknown, E, SqlClient.SqlClient>) =>
  Effect.scoped(Effect.gen(function*() {
    const options: Options = { filename: ":memory:" }
    const opened = yield* open(options)
    const client = yield* connect(options, opened)
    yield* Effect.provideService(migration, SqlClient.SqlClient, client)
    return opened.database.serialize()
  })).pipe(Effect.provide(Reactivity.layer))

/** Threshold of a slow statement, in milliseconds. */
const slowStatement = 10

/** Executes a statement. After a slow statement, yields to the event loop. */
const run = <A>(statement: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.suspend(() => {
    const started = performance.now()
    const executed = Effect.fromResult(Result.try({ try: statement, catch: sqlError }))
    return performance.now() - started < slowStatement ? executed : Effect.andThen(Effect.yieldNow, executed)
  })

const attempt = <A>(action: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({ try: action, catch: sqlError })

/** Node reports the SQLite result code as `errcode`; the classifier reads `errno`. */
const sqlError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: SqlError.classifySqliteError(
      Predicate.hasProperty(cause, "errcode") ? Object.assign(cause, { errno: cause.errcode }) : cause,
      { operation: "execute" }
    )
  })

/** Rows per chunk of a stream. */
const rowsPerChunk = 500

/**
 * Rows as a stream. A file is read through a second, read-only connection, from one snapshot. A database in memory has
 * only one connection, so a stream may see concurrent writes.
 */
const stream = (
  options: Options,
  database: DatabaseSync,
  text: string,
  params: ReadonlyArray<unknown>,
  transform: (<A extends object>(row: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined
): Stream.Stream<object, SqlError.SqlError> => {
  const reader = options.filename === ":memory:"
    ? Effect.succeed(database)
    : Effect.acquireRelease(
      attempt(() =>
        new DatabaseSync(options.filename, { readOnly: true, timeout: options.busyTimeoutMillis ?? 5_000 })
      ),
      (connection) => Effect.sync(() => connection.close())
    )
  return Stream.unwrap(Effect.map(reader, (connection) =>
    Stream.unwrap(
      Effect.map(
        attempt(() => connection.prepare(text).iterate(...params as ReadonlyArray<SQLInputValue>)),
        (rows) => Stream.fromIterable(rows, { chunkSize: rowsPerChunk })
      )
    ).pipe(Stream.mapArray((rows) => transform ? transform(rows) as typeof rows : rows))))
}
