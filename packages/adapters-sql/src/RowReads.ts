import { offset, type Page, type PageRequest } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import { memoize } from "effect/Function"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { orDieSql } from "./Codecs.ts"
import { dialect } from "./Dialect.ts"

/** A statement, or an effect with the same error. */
type Rows = Effect.Effect<unknown, SqlError.SqlError>

/** Decodes the rows of statements. Failures of the driver and rows that do not decode are defects. */
export interface DecodedRows<A> {
  readonly allOf: (rows: Rows) => Effect.Effect<ReadonlyArray<A>>
  /** First row of a statement. None without a row. */
  readonly firstOf: (rows: Rows) => Effect.Effect<Option.Option<A>>
  /** The same reads with a conversion of each row. */
  readonly map: <B>(of: (row: A) => B) => DecodedRows<B>
}

/** Reads whole rows of one table. A suffix is the SQL after the condition: order, limit, lock. */
export interface RowReads<A> extends DecodedRows<A> {
  /** Column list of a row, for statements of the caller. */
  readonly columns: Statement.Fragment
  readonly all: (where: Statement.Fragment, suffix?: Statement.Fragment) => Effect.Effect<ReadonlyArray<A>>
  readonly first: (where: Statement.Fragment, suffix?: Statement.Fragment) => Effect.Effect<Option.Option<A>>
  readonly count: (where: Statement.Fragment) => Effect.Effect<number>
  /** A page of the rows, and the total. `order` is the SQL after `ORDER BY`. */
  readonly page: (where: Statement.Fragment, order: Statement.Fragment, page: PageRequest) => Effect.Effect<Page<A>>
  readonly map: <B>(of: (row: A) => B) => RowReads<B>
}

type Decode<A> = (rows: unknown) => Effect.Effect<ReadonlyArray<A>, Schema.SchemaError>

/** One decoder for each schema of the process, which all clients share. */
const rowsOf = memoize((row: Schema.Codec<unknown, unknown>) => Schema.decodeUnknownEffect(Schema.Array(row)))

// The decoder of a schema returns values of its type, which `memoize` cannot express.
const decoderOf = <A>(row: Schema.Codec<A, unknown>) => rowsOf(row) as Decode<A>

const mapped = <A, B>(decode: Decode<A>, of: (row: A) => B): Decode<B> => (rows) =>
  Effect.map(decode(rows), (found) => found.map((row) => of(row)))

const decodedBy = <A>(decode: Decode<A>): DecodedRows<A> => {
  const allOf = (rows: Rows) => orDieSql(Effect.flatMap(rows, decode))
  return {
    allOf,
    firstOf: (rows) => Effect.map(allOf(rows), ([row]) => Option.fromUndefinedOr(row)),
    map: (of) => decodedBy(mapped(decode, of))
  }
}

/** Reads of statements with their own column list. */
export const decodedRows = <A>(row: Schema.Codec<A, unknown>): DecodedRows<A> => decodedBy(decoderOf(row))

const counted = (rows: Effect.Effect<ReadonlyArray<{ readonly n: number }>, SqlError.SqlError>) =>
  orDieSql(Effect.map(rows, ([row]) => row?.n ?? 0))

const readsBy = <A>(
  sql: SqlClient.SqlClient,
  columns: Statement.Fragment,
  table: Statement.Fragment,
  decode: Decode<A>
): RowReads<A> => {
  const { allOf, firstOf } = decodedBy(decode)
  const select = (where: Statement.Fragment, suffix: Statement.Fragment = sql``) =>
    sql`SELECT ${columns} FROM ${table} WHERE ${where} ${suffix}`

  const counting = (where: Statement.Fragment) =>
    sql<{ readonly n: number }>`SELECT ${dialect(sql).count} AS n FROM ${table} WHERE ${where}`

  const all: RowReads<A>["all"] = (where, suffix) => allOf(select(where, suffix))

  return {
    columns,
    allOf,
    firstOf,
    all,
    first: (where, suffix) => firstOf(select(where, suffix)),
    count: (where) => counted(counting(where)),
    // Not prepared: PostgreSQL plans each list for the values of its filter.
    page: (where, order, page) =>
      Effect.gen(function*() {
        const rows = select(where, sql`ORDER BY ${order} LIMIT ${page.page_size} OFFSET ${offset(page)}`)
        return { items: yield* allOf(rows.unprepared), total: yield* counted(counting(where).unprepared), ...page }
      }),
    map: (of) => readsBy(sql, columns, table, mapped(decode, of))
  }
}

/** Reads of a table. The fields of `row` are its columns. */
export const rowReads = <A>(
  sql: SqlClient.SqlClient,
  table: string,
  row: Schema.Codec<A, unknown> & { readonly fields: object }
): RowReads<A> =>
  readsBy(
    sql,
    sql.literal(Object.keys(row.fields).join(", ")),
    sql.literal(table),
    decoderOf(row)
  )
