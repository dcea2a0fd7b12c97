import { type SqlClient, Statement } from "effect/sql"
import { dialect } from "./Dialect.ts"

/** Type of a column. */
export type RecordsetColumn = "key" | "text" | "integer" | "bigint" | "boolean" | "instant"

export type RecordsetValue = string | number | boolean | null | undefined

/** A row; absent members are null. */
export interface RecordsetRow {
  readonly [name: string]: RecordsetValue
}

/** Type of a column, and the function that computes its values. */
export type RecordsetColumnOf<A> = readonly [type: RecordsetColumn, of: (item: A) => RecordsetValue]

/** Many rows in few parameters, selected as `x`: one statement text for any number of rows. */
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

/** As `recordset`, for items that are converted to rows. */
export const recordsetOf = <A>(
  sql: SqlClient.SqlClient,
  columns: Readonly<Record<string, RecordsetColumnOf<A>>>,
  items: ReadonlyArray<A>
): Statement.Fragment => {
  const entries = Object.entries(columns)
  return sql.onDialectOrElse({
    pg: () => columnwise(sql, entries, items),
    orElse: () => isBound(items.length) ? bound(entries, items) : asJson(sql, entries, items)
  })
}

/** Minimum number of rows at which columns with a single value are detected. */
const manyRows = 100

/**
 * Numbers of rows at which SQLite binds each value, which takes a fifth of the time of JSON: few, or a full chunk. Other
 * numbers use JSON, because each would be a separate statement to prepare.
 */
const fewRows = 2
export const boundRows = 250

const isBound = (rows: number): boolean => rows === boundRows || (rows > 0 && rows <= fewRows)

const bound = <A>(
  columns: ReadonlyArray<readonly [string, RecordsetColumnOf<A>]>,
  items: ReadonlyArray<A>
): Statement.Fragment => {
  const { alike, repeated, varied } = byVariety(columns, items)
  const selected = [
    ...alike.map(({ name }) => `? AS ${name}`),
    ...varied.map(({ name }, index) => `column${index + 1} AS ${name}`),
    ...repeated.map(({ name, position }) => `column${position + 1} AS ${name}`)
  ]
  const row = `(${varied.length === 0 ? "1" : varied.map(() => "?").join(",")})`
  const params = alike.map(({ value }) => bindable(value))
  for (let index = 0; index < items.length; index++) {
    for (const { values } of varied) params.push(bindable(values[index]))
  }
  const rows = Array.from(items, () => row).join(",")
  return Statement.fragment([
    Statement.literal(`(SELECT ${selected.join(", ")} FROM (VALUES ${rows})) AS x`, params)
  ])
}

const bindable = (value: RecordsetValue): string | number | null =>
  typeof value === "boolean" ? Number(value) : value ?? null

const asJson = <A>(
  sql: SqlClient.SqlClient,
  columns: ReadonlyArray<readonly [string, RecordsetColumnOf<A>]>,
  items: ReadonlyArray<A>
): Statement.Fragment =>
  sql`(SELECT ${sql.csv(columns.map(([name]) => sql.literal(`value ->> '$.${name}' AS ${name}`)))} FROM json_each(${
    JSON.stringify(items.map((item) => Object.fromEntries(columns.map(([name, [, of]]) => [name, of(item)]))))
  })) AS x`

/** Columns of many rows in three groups: those with a single value, those equal to another column, and the others. */
const byVariety = <A>(columns: ReadonlyArray<readonly [string, RecordsetColumnOf<A>]>, items: ReadonlyArray<A>) => {
  const alike: Array<{ readonly name: string; readonly type: RecordsetColumn; readonly value: RecordsetValue }> = []
  const varied: Array<
    { readonly name: string; readonly type: RecordsetColumn; readonly values: ReadonlyArray<RecordsetValue> }
  > = []
  /** `position` is the index of the equal column in `varied`. */
  const repeated: Array<{ readonly name: string; readonly position: number }> = []
  for (const [name, [type, of]] of columns) {
    const values = items.map(of)
    if (values.length >= manyRows && isOfOneValue(values)) {
      alike.push({ name, type, value: values[0] })
      continue
    }
    const position = values.length >= manyRows
      ? varied.findIndex((other) => other.type === type && isSame(other.values, values))
      : -1
    if (position === -1) varied.push({ name, type, values })
    else repeated.push({ name, position })
  }
  return { alike, repeated, varied }
}

const isOfOneValue = (values: ReadonlyArray<RecordsetValue>): boolean => {
  const first = values[0] ?? null
  return values.every((value) => (value ?? null) === first)
}

const isSame = (some: ReadonlyArray<RecordsetValue>, others: ReadonlyArray<RecordsetValue>): boolean =>
  some.every((value, index) => value === others[index])

/**
 * Arrays per column, which PostgreSQL unnests faster than JSON. A column with a single value is sent as that value, and
 * no column is sent twice.
 */
const columnwise = <A>(
  sql: SqlClient.SqlClient,
  columns: ReadonlyArray<readonly [string, RecordsetColumnOf<A>]>,
  items: ReadonlyArray<A>
): Statement.Fragment => {
  const { bigint, boolean, instant } = dialect(sql)
  const text = sql.literal("TEXT")
  const types = { key: text, text, integer: sql.literal("INTEGER"), bigint, boolean, instant }
  const { alike, repeated, varied } = byVariety(columns, items)
  const others = sql.join("", false)([
    ...alike.map(({ name, type, value }) => sql`, ${value ?? null}::${types[type]} AS ${sql.literal(name)}`),
    ...repeated.map(({ name, position }) => sql`, u.${sql.literal(`${varied[position]?.name ?? ""} AS ${name}`)}`)
  ])
  const arrays = varied.map(({ type, values }) => sql`${arrayOf(type, values)}::${types[type]}[]`)
  const names = sql.literal(varied.map(({ name }) => name).join(", "))
  return varied.length === 0
    ? sql`(SELECT u.n ${others} FROM generate_series(1, ${items.length}::INTEGER) AS u(n)) AS x`
    : sql`(SELECT u.* ${others} FROM unnest(${sql.csv(arrays)}) AS u(${names})) AS x`
}

/**
 * The values of a column as one parameter. The driver sends texts unparsed, which PostgreSQL reads in half the time
 * that it needs for the text of an array.
 */
const arrayOf = (
  type: RecordsetColumn,
  values: ReadonlyArray<RecordsetValue>
): string | ReadonlyArray<RecordsetValue> =>
  values.length >= manyRows && (type === "key" || type === "text") ? values : `{${values.map(element).join(",")}}`

/** Value in the text form of a PostgreSQL array. */
const element = (value: RecordsetValue): string => {
  if (value === null || value === undefined) return "NULL"
  if (typeof value !== "string") return String(value)
  if (!special.test(value)) return `"${value}"`
  // JSON escapes quotes and backslashes as arrays do, and faster, but it has other escapes for these characters.
  return escapedByJson.test(value) ? `"${value.replace(specials, "\\$&")}"` : JSON.stringify(value)
}

const special = /["\\]/
const specials = /["\\]/g
// oxlint-disable-next-line no-control-regex -- characters for which JSON has its own escapes
const escapedByJson = /[\u0000-\u001f\ud800-\udfff]/
