import type { TagFilterMode } from "@namewright/core/tags"
import { Context, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Table of the assignments of one kind of tag; its rows have an `organization_id` as well. */
export interface TagTable {
  readonly table: string
  /** Column of the tag. */
  readonly tag: string
  /** Column of the tagged object. */
  readonly object: string
}

/** Tags in the filter of a list, without duplicates. */
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
 * Maximum rows of a tag or search at which SQLite uses them as the access path. With more, scanning the list in its
 * order and checking each row is faster. PostgreSQL chooses by its statistics.
 */
export const FewRows = Context.Reference<number>("@namewright/adapters-sql/FewRows", { defaultValue: () => 5_000 })

/** Conditions of a list. `few` is true if they match so few rows that they are the best access path. */
export interface RowConditions {
  readonly conditions: ReadonlyArray<Statement.Fragment>
  readonly few: boolean
}

/**
 * Conditions for tags in a filter mode; empty without tags. `row` is the object's column in the list's query.
 * PostgreSQL plans a semi-join by its statistics; for SQLite the number of tagged objects decides here.
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
 * Condition that a row has any of the tags, for tags with few objects, by an index lookup per object. PostgreSQL
 * overestimates the cost of lookups, and would read the whole table for one tagged row in a hundred.
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
 * Number of objects that match tags in a filter mode, read from the assignments only; `all` is the number of all
 * objects. Only for a list without other conditions.
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
