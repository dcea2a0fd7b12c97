import { Effect, Option, Stream } from "effect"
import type { Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"

type Lease = Effect.Effect<SqlConnection.Connection, SqlError.SqlError, Scope.Scope>

/** Statements that begin a transaction in which names are those of the schema. */
const beginning = (schema: string | undefined): ReadonlyArray<string> =>
  schema === undefined ? ["BEGIN"] : ["BEGIN", `SET LOCAL search_path TO "${schema}"`]

/** Rows of a stream that are fetched at a time. */
const rowsAtATime = 500

/**
 * A connection that leaves nothing behind in its session, because the next statement may run in another one: a pooler
 * such as PgBouncer in transaction mode gives a session to each transaction. The schema is set for each transaction, so
 * a statement outside of one gets its own.
 */
const sessionless = (
  connection: SqlConnection.Connection,
  schema: string | undefined,
  isTransaction: boolean
): SqlConnection.Connection => {
  const control = (text: string) => connection.executeUnprepared(text, [], undefined)
  const begin = Effect.forEach(beginning(schema), control, { discard: true })
  const within = <A>(work: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
    isTransaction || schema === undefined ?
      work :
      Effect.uninterruptibleMask((restore) =>
        Effect.andThen(begin, restore(work)).pipe(
          Effect.tapCause(() => Effect.ignoreCause(control("ROLLBACK"))),
          Effect.tap(() => control("COMMIT"))
        )
      )
  const execute: SqlConnection.Connection["execute"] = (text, params, transform) =>
    within(connection.executeUnprepared(text, params, transform))
  const values = (text: string, params: ReadonlyArray<unknown>) =>
    within(connection.executeValuesUnprepared(text, params))

  /** Rows of a cursor, which ends with its transaction. */
  const stream: SqlConnection.Connection["executeStream"] = (text, params, transform) => {
    const cursor = Effect.acquireRelease(
      Effect.andThen(
        isTransaction ? Effect.void : begin,
        connection.executeUnprepared(`DECLARE namewright_rows NO SCROLL CURSOR FOR ${text}`, params, undefined)
      ),
      () => Effect.ignoreCause(control(isTransaction ? "CLOSE namewright_rows" : "COMMIT"))
    )
    const fetched = Effect.map(
      connection.executeUnprepared(`FETCH ${rowsAtATime} FROM namewright_rows`, [], transform),
      (rows): readonly [ReadonlyArray<unknown>, Option.Option<null>] => [
        rows,
        rows.length < rowsAtATime ? Option.none() : Option.some(null)
      ]
    )
    return Stream.unwrap(Effect.as(cursor, Stream.paginate(null, () => fetched)))
  }

  return {
    execute,
    executeUnprepared: (text, params, transform) =>
      isTransaction && text === "BEGIN" ? Effect.as(begin, []) : execute(text, params, transform),
    executeRaw: (text, params) => within(connection.executeRaw(text, params)),
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: stream
  }
}

/** The type that a parameter is declared with, as `@effect/sql-pg` does; none for text, whose type the database infers. */
const castOf = (value: unknown): string => {
  if (typeof value === "boolean") return "::bool"
  if (typeof value === "bigint") return "::int8"
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) return "::float8"
    return Math.abs(value) < 2 ** 31 ? "::int4" : "::int8"
  }
  return value instanceof Date ? "::timestamptz" : value instanceof Uint8Array ? "::bytea" : ""
}

const compiler = () =>
  Statement.makeCompiler({
    dialect: "pg",
    placeholder: (index, value) => `$${index}${castOf(value)}`,
    onIdentifier: Statement.defaultEscape("\""),
    onRecordUpdate: () => ["", []],
    onCustom: () => ["", []]
  })

const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) => {
    const isRolledBack = typeof result === "object" && result !== null && "command" in result &&
      result.command === "ROLLBACK"
    if (!isRolledBack) return Effect.void
    const cause = new Error("The transaction had failed before its commit")
    return Effect.fail(new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause, operation: "commit" }) }))
  })

/** A client over connections that keep nothing in their sessions. */
export const sessionlessClient = (
  lease: Lease,
  schema: string | undefined,
  spanAttributes: ReadonlyArray<readonly [string, unknown]>
) =>
  SqlClient.make({
    acquirer: Effect.map(lease, (connection) => sessionless(connection, schema, false)),
    transactionAcquirer: Effect.map(lease, (connection) => sessionless(connection, schema, true)),
    compiler: compiler(),
    driver: "pg-pool",
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes
  }).pipe(Effect.provide(Reactivity.layer))
