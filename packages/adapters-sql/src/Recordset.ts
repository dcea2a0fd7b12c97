import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "./Dialect.ts"

/** How a column of a recordset is read. */
export type RecordsetColumn = "key" | "text" | "integer" | "bigint" | "boolean" | "instant"

/**
 * Many rows as one parameter, to be selected from as `x`: a statement of one text serves any number of them. Members
 * that a row lacks are null.
 */
export const recordset = (
  sql: SqlClient.SqlClient,
  columns: Readonly<Record<string, RecordsetColumn>>,
  rows: ReadonlyArray<object>
): Statement.Fragment => {
  const { bigint, boolean, instant, key } = dialect(sql)
  const types: Record<RecordsetColumn, Statement.Fragment> = {
    key,
    text: sql.literal("TEXT"),
    integer: sql.literal("INTEGER"),
    bigint,
    boolean,
    instant
  }
  const text = JSON.stringify(rows)
  const names = Object.entries(columns)
  return sql.onDialectOrElse({
    pg: () =>
      sql`json_to_recordset(${text}::json) AS x(${
        sql.csv(names.map(([name, type]) => sql`${sql.literal(name)} ${types[type]}`))
      })`,
    orElse: () =>
      sql`(SELECT ${
        sql.csv(names.map(([name]) => sql.literal(`value ->> '$.${name}' AS ${name}`)))
      } FROM json_each(${text})) AS x`
  })
}
