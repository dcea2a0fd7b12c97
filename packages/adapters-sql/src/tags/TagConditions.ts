import type { TagFilterMode } from "@namewright/core/tags"
import { Context, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Where the assignments of one kind of tag are kept; rows have an `organization_id` besides. */
export interface TagTable {
  readonly table: string
  /** Column of the tag. */
  readonly tag: string
  /** Column of the object that carries it. */
  readonly object: string
}

/** Which tags a list asks for, each once. */
export interface WantedTags {
  readonly organization: string
  readonly values: ReadonlyArray<string>
  readonly mode: TagFilterMode
}

export const wantedTags = (
  organization: string,
  values: ReadonlyArray<string> | undefined,
  mode: TagFilterMode | undefined
): WantedTags => ({ organization, values: [...new Set(values)], mode: mode ?? "match_any" })

/**
 * How many rows a tag or a search may name for SQLite to begin with them; with more, it is faster to walk the list in
 * its order and look at each row. PostgreSQL knows by its statistics.
 */
export const FewRows = Context.Reference<number>("@namewright/adapters-sql/FewRows", { defaultValue: () => 5_000 })

/** Conditions of a list, and whether they name so few rows that the query is best begun with them. */
export interface RowConditions {
  readonly conditions: ReadonlyArray<Statement.Fragment>
  readonly few: boolean
}

/**
 * The conditions that a row carries tags as the mode says; none where there are no tags to ask for. `row` is the
 * object's column in the list's own query. PostgreSQL plans a semi-join by its statistics; for SQLite the number of
 * carriers decides here.
 */
export const tagConditions = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { object, table, tag }: TagTable,
  { mode, organization, values }: WantedTags,
  row: Statement.Fragment,
  fewRows: number
): Effect.fn.Return<RowConditions, SqlError.SqlError> {
  const rowIsIn = (tags: ReadonlyArray<string>) =>
    sql`${row} IN (SELECT ${sql(object)} FROM ${sql(table)}
      WHERE organization_id = ${organization} AND ${sql.in(tag, tags)})`
  const rowCarries = (value: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql(table)}
      WHERE organization_id = ${organization} AND ${sql(tag)} = ${value} AND ${sql(object)} = ${row})`

  if (values.length === 0) return { conditions: [], few: false }
  if (mode === "match_none") return { conditions: values.map((value) => sql`NOT ${rowCarries(value)}`), few: false }
  if (dialect(sql).isPostgres) {
    return {
      conditions: mode === "match_all" ? values.map((value) => rowIsIn([value])) : [rowIsIn(values)],
      few: false
    }
  }
  const carriers = yield* Effect.forEach(values, (value) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT count(*) AS n FROM (SELECT 1 FROM ${sql(table)}
        WHERE organization_id = ${organization} AND ${sql(tag)} = ${value} LIMIT ${fewRows + 1})`,
      ([counted]) => ({ value, n: counted?.n ?? 0 })
    ))
  if (mode === "match_any") {
    const few = carriers.reduce((sum, { n }) => sum + n, 0) <= fewRows
    return { conditions: [few ? rowIsIn(values) : sql.or(values.map(rowCarries))], few }
  }
  const [rarest, ...others] = carriers.toSorted((one, other) => one.n - other.n)
  return rarest !== undefined && rarest.n <= fewRows
    ? { conditions: [rowIsIn([rarest.value]), ...others.map(({ value }) => rowCarries(value))], few: true }
    : { conditions: values.map(rowCarries), few: false }
})

/**
 * The condition that a row carries any of the tags, of whose few carriers each is looked up. PostgreSQL takes a lookup for so
 * dear that it would rather read all rows of the table from one carrier in a hundred on.
 */
export const amongCarriers = (
  sql: SqlClient.SqlClient,
  { object, table, tag }: TagTable,
  { organization, values }: WantedTags,
  row: Statement.Fragment
): RowConditions => ({
  conditions: [
    sql`${row} ${
      dialect(sql).oneOfRows(
        sql`SELECT ${sql(object)} FROM ${sql(table)} WHERE organization_id = ${organization} AND ${sql.in(tag, values)}`
      )
    }`
  ],
  few: true
})

/**
 * How many objects carry tags as the mode says, from the assignments alone; `all` is the number of all objects.
 * Only for a list without any other condition.
 */
export const countByTags = Effect.fnUntraced(function*<E>(
  sql: SqlClient.SqlClient,
  { object, table, tag }: TagTable,
  { mode, organization, values }: WantedTags,
  all: Effect.Effect<number, E>
): Effect.fn.Return<number, E | SqlError.SqlError> {
  const assignments = sql`FROM ${sql(table)} WHERE organization_id = ${organization} AND ${sql.in(tag, values)}`
  const carriers = values.length === 1
    ? sql`SELECT 1 ${assignments}`
    : mode === "match_all"
    ? sql`SELECT 1 ${assignments} GROUP BY ${sql(object)} HAVING count(*) = ${values.length}`
    : sql`SELECT DISTINCT ${sql(object)} ${assignments}`
  const [counted] = yield* sql<{ readonly n: number }>`SELECT ${dialect(sql).count} AS n FROM (${carriers}) AS carriers`
  const carrying = counted?.n ?? 0
  return mode === "match_none" ? (yield* all) - carrying : carrying
})
