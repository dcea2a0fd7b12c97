import type { TagFilterMode } from "@namewright/core/tags"
import type { SqlClient, Statement } from "effect/sql"

/** Where the assignments of one kind of tag are kept. */
export interface TagTable {
  readonly table: string
  /** Column of the tag. */
  readonly tag: string
  /** Column of the object that carries it. */
  readonly object: string
}

/**
 * The condition that a list's row carries tags as the mode says; none where there are no tags to ask for. `row` is the
 * object's column in the list's own query.
 */
export const tagConditions = (
  sql: SqlClient.SqlClient,
  { object, table, tag }: TagTable,
  organization: string,
  row: Statement.Fragment,
  values: ReadonlyArray<string> | undefined,
  mode: TagFilterMode | undefined
): ReadonlyArray<Statement.Fragment> => {
  const wanted = [...new Set(values)]
  if (wanted.length === 0) return []
  const carriers = (tags: ReadonlyArray<string>) =>
    sql`SELECT ${sql(object)} FROM ${sql(table)} WHERE organization_id = ${organization} AND ${sql.in(tag, tags)}`
  switch (mode ?? "match_any") {
    case "match_any":
      return [sql`${row} IN (${carriers(wanted)})`]
    case "match_all":
      return wanted.map((value) => sql`${row} IN (${carriers([value])})`)
    case "match_none":
      // One probe a tag: SQLite would build an index of its own for a list of values inside EXISTS.
      return wanted.map((value) =>
        sql`NOT EXISTS (SELECT 1 FROM ${sql(table)}
          WHERE organization_id = ${organization} AND ${sql(tag)} = ${value} AND ${sql(object)} = ${row})`
      )
  }
}
