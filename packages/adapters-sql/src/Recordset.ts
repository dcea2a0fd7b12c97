import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "./Dialect.ts"

/** How a column of a recordset is read. */
export type RecordsetColumn = "key" | "text" | "integer" | "bigint" | "boolean" | "instant"

export type RecordsetValue = string | number | boolean | null | undefined

/** One row; members that it lacks are null. */
export interface RecordsetRow {
  readonly [name: string]: RecordsetValue
}

/** A column, and where its values come from. */
export type RecordsetColumnOf<A> = readonly [type: RecordsetColumn, of: (item: A) => RecordsetValue]

/** Many rows as few parameters, to be selected from as `x`: a statement of one text serves any number of them. */
export const recordset = (
  sql: SqlClient.SqlClient,
  columns: Readonly<Record<string, RecordsetColumn>>,
  rows: ReadonlyArray<RecordsetRow>
): Statement.Fragment =>
  recordsetOf<RecordsetRow>(
    sql,
    Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, [type, (row) => row[name]]])),
    rows
  )

/** As `recordset`, of items that are no rows yet and need not become any. */
export const recordsetOf = <A>(
  sql: SqlClient.SqlClient,
  columns: Readonly<Record<string, RecordsetColumnOf<A>>>,
  items: ReadonlyArray<A>
): Statement.Fragment => {
  const entries = Object.entries(columns)
  return sql.onDialectOrElse({
    pg: () => columnwise(sql, entries, items),
    orElse: () =>
      sql`(SELECT ${sql.csv(entries.map(([name]) => sql.literal(`value ->> '$.${name}' AS ${name}`)))} FROM json_each(${
        JSON.stringify(items.map((item) => Object.fromEntries(entries.map(([name, [, of]]) => [name, of(item)]))))
      })) AS x`
  })
}

/** From so many rows on it pays to look for columns that have one value. */
const manyRows = 100

/** PostgreSQL takes arrays apart faster than JSON; a column of one value is sent as that value. */
const columnwise = <A>(
  sql: SqlClient.SqlClient,
  columns: ReadonlyArray<readonly [string, RecordsetColumnOf<A>]>,
  items: ReadonlyArray<A>
): Statement.Fragment => {
  const { bigint, boolean, instant } = dialect(sql)
  const text = sql.literal("TEXT")
  const types = { key: text, text, integer: sql.literal("INTEGER"), bigint, boolean, instant }
  const alike: Array<Statement.Fragment> = []
  const arrays: Array<Statement.Fragment> = []
  const varied: Array<string> = []
  for (const [name, [type, of]] of columns) {
    const values = items.map(of)
    if (items.length >= manyRows && isOfOneValue(values)) {
      alike.push(sql`, ${values[0] ?? null}::${types[type]} AS ${sql.literal(name)}`)
    } else {
      arrays.push(sql`${`{${values.map(element).join(",")}}`}::${types[type]}[]`)
      varied.push(name)
    }
  }
  const others = sql.join("", false)(alike)
  return varied.length === 0
    ? sql`(SELECT u.n ${others} FROM generate_series(1, ${items.length}::INTEGER) AS u(n)) AS x`
    : sql`(SELECT u.* ${others} FROM unnest(${sql.csv(arrays)}) AS u(${sql.literal(varied.join(", "))})) AS x`
}

const isOfOneValue = (values: ReadonlyArray<RecordsetValue>): boolean => {
  const [first] = values
  return values.every((value) => value === first)
}

/** A value in the text of a PostgreSQL array. */
const element = (value: RecordsetValue): string => {
  if (value === null || value === undefined) return "NULL"
  if (typeof value !== "string") return String(value)
  if (!special.test(value)) return `"${value}"`
  // JSON escapes quotes and backslashes as an array wants it, and faster, but not what it has words of its own for.
  return ownWords.test(value) ? `"${value.replace(specials, "\\$&")}"` : JSON.stringify(value)
}

const special = /["\\]/
const specials = /["\\]/g
// oxlint-disable-next-line no-control-regex -- those are what JSON has words for
const ownWords = /[\u0000-\u001f\ud800-\udfff]/
