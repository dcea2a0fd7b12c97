import { Array as Arr } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { likeLiteral } from "../../Substring.ts"
import type { BitTest, DateRange, DateTest } from "./DomainSelection.ts"

/** Number of values up to which SQLite compares one by one; it sorts longer lists into a tree first. */
const comparedOneByOne = 4

/** Minimum length of a text that the text indexes find. */
export const indexedCharacters = 3

/** Conditions on rows `i` of `domain_keys`, `c` of `domain_combinations` and `s` of `domain_nameserver_sets`. */
export const domainConditions = (sql: SqlClient.SqlClient) => {
  const isOneOf = (value: Statement.Fragment, numbers: ReadonlyArray<number>): Statement.Fragment =>
    numbers.length <= comparedOneByOne
      ? sql.or(Arr.match(numbers, {
        onEmpty: () => [sql`1 = 0`],
        onNonEmpty: (some) => some.map((number) => sql`${value} = ${number}`)
      }))
      : sql.onDialectOrElse({
        pg: () => sql`${value} = ANY(${numbers}::int[])`,
        orElse: () => sql`${value} IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`
      })

  const isNoneOf = (value: Statement.Fragment, numbers: ReadonlyArray<number>): Statement.Fragment =>
    numbers.length <= comparedOneByOne
      ? sql.and(numbers.map((number) => sql`${value} <> ${number}`))
      : sql.onDialectOrElse({
        pg: () => sql`${value} <> ALL(${numbers}::int[])`,
        orElse: () => sql`${value} NOT IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`
      })

  const range = (field: Statement.Fragment, { from, to }: DateRange): Statement.Fragment =>
    sql`${field} >= ${from} AND ${field} < ${to}`

  const contains = (value: Statement.Fragment, part: string): Statement.Fragment =>
    sql.onDialectOrElse({
      pg: () => sql`${value} LIKE ${`%${likeLiteral(part)}%`} ESCAPE '\\'`,
      orElse: () => sql`instr(${value}, ${part}) > 0`
    })

  return {
    owned: (owner: number): Statement.Fragment => sql`i.owner_no = ${owner}`,
    isOneOf,
    isNoneOf,

    bits: ({ column, mask, test }: BitTest): Statement.Fragment => {
      const shared = sql`(${sql.literal(`c.${column}`)} & ${mask})`
      switch (test) {
        case "any":
          return sql`${shared} <> 0`
        case "all":
          return sql`${shared} = ${mask}`
        case "none":
          return sql`${shared} = 0`
      }
    },

    date: ({ field, ranges }: DateTest): Statement.Fragment =>
      sql.or(ranges.map((one) => sql`(${range(sql.literal(`i.${field}`), one)})`)),

    /** PostgreSQL has an index for `LIKE`; on SQLite `instr` is faster. */
    contains,

    /** Nameserver sets of all organizations by the text index. */
    hostnamesContain: (part: string): Statement.Fragment =>
      sql.onDialectOrElse({
        pg: () => contains(sql`s.hostnames`, part),
        orElse: () =>
          part.length < indexedCharacters
            ? contains(sql`s.hostnames`, part)
            : sql`s.nameserver_set_no IN (SELECT rowid FROM domain_nameserver_search WHERE hostnames MATCH ${`"${part}"`})`
      })
  }
}
