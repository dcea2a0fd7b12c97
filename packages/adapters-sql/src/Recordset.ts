import { type SqlClient, Statement } from "effect/sql"
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
    orElse: () => items.length === boundRows ? bound(entries, items) : asJson(sql, entries, items)
  })
}

/** From so many rows on it pays to look for columns that have one value. */
const manyRows = 100

/**
 * A recordset of just so many rows is bound value by value on SQLite, which takes a fifth of the time in which it finds
 * them in JSON. Any other number would be a statement of its own, to be prepared each time.
 */
export const boundRows = 250

const bound = <A>(
  columns: ReadonlyArray<readonly [string, RecordsetColumnOf<A>]>,
  items: ReadonlyArray<A>
): Statement.Fragment => {
  const { alike, repeated, varied } = byVariety(columns, items)
  const selected = [
    ...alike.map(({ name }) => `? AS ${name}`),
    ...varied.map(({ name }, index) => `column${index + 1} AS ${name}`),
    ...repeated.map(({ at, name }) => `column${at + 1} AS ${name}`)
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

/** The columns of many rows: those of one value, those that repeat another one, and the others. */
const byVariety = <A>(columns: ReadonlyArray<readonly [string, RecordsetColumnOf<A>]>, items: ReadonlyArray<A>) => {
  const alike: Array<{ readonly name: string; readonly type: RecordsetColumn; readonly value: RecordsetValue }> = []
  const varied: Array<
    { readonly name: string; readonly type: RecordsetColumn; readonly values: ReadonlyArray<RecordsetValue> }
  > = []
  /** `at` is the place of the other column among the varied ones. */
  const repeated: Array<{ readonly name: string; readonly at: number }> = []
  for (const [name, [type, of]] of columns) {
    const values = items.map(of)
    if (values.length >= manyRows && isOfOneValue(values)) {
      alike.push({ name, type, value: values[0] })
      continue
    }
    const at = values.length >= manyRows
      ? varied.findIndex((other) => other.type === type && isSame(other.values, values))
      : -1
    if (at === -1) varied.push({ name, type, values })
    else repeated.push({ name, at })
  }
  return { alike, repeated, varied }
}

const isOfOneValue = (values: ReadonlyArray<RecordsetValue>): boolean => {
  const first = values[0] ?? null
  return values.every((value) => (value ?? null) === first)
}

const isSame = (some: ReadonlyArray<RecordsetValue>, others: ReadonlyArray<RecordsetValue>): boolean =>
  some.every((value, index) => value === others[index])

/** PostgreSQL takes arrays apart faster than JSON; a column of one value is sent as that value, and none is sent twice. */
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
    ...repeated.map(({ at, name }) => sql`, u.${sql.literal(`${varied[at]?.name ?? ""} AS ${name}`)}`)
  ])
  const arrays = varied.map(({ type, values }) => sql`${arrayOf(type, values)}::${types[type]}[]`)
  const names = sql.literal(varied.map(({ name }) => name).join(", "))
  return varied.length === 0
    ? sql`(SELECT u.n ${others} FROM generate_series(1, ${items.length}::INTEGER) AS u(n)) AS x`
    : sql`(SELECT u.* ${others} FROM unnest(${sql.csv(arrays)}) AS u(${names})) AS x`
}

/**
 * The values of a column as one parameter. The driver sends many texts as they are, which PostgreSQL reads in half the time
 * that it takes to find them in the text of an array.
 */
const arrayOf = (
  type: RecordsetColumn,
  values: ReadonlyArray<RecordsetValue>
): string | ReadonlyArray<RecordsetValue> =>
  values.length >= manyRows && (type === "key" || type === "text") ? values : `{${values.map(element).join(",")}}`

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
