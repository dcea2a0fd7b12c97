import type { SqlClient, Statement } from "effect/sql"
import { likeLiteral } from "../../Substring.ts"
import type { DateField } from "../DomainKeys.ts"
import type { BitTest, DateRange, DateTest } from "./DomainSelection.ts"

/** Minimum length of a search text, in characters, for which the text indexes are used. */
export const indexedCharacters = 3

/** Conditions on rows `i` of `domain_keys`, `c` of `domain_combinations` and `s` of `domain_nameserver_sets`. */
export const domainConditions = (sql: SqlClient.SqlClient) => {
  const within = (field: DateField, { from, to }: DateRange): Statement.Fragment => {
    const date = sql.literal(`i.${field}`)
    return sql`${date} >= ${from} AND ${date} < ${to}`
  }

  const contains = (value: Statement.Fragment, part: string): Statement.Fragment =>
    sql.onDialectOrElse({
      pg: () => sql`${value} LIKE ${`%${likeLiteral(part)}%`} ESCAPE '\\'`,
      orElse: () => sql`instr(${value}, ${part}) > 0`
    })

  return {
    owned: (owner: number): Statement.Fragment => sql`i.owner_no = ${owner}`,

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
      sql.or(ranges.map((range) => sql`(${within(field, range)})`)),

    within,

    /** PostgreSQL has an index for `LIKE`; on SQLite `instr` is faster. */
    contains,

    /** Condition on nameserver sets of all organizations, through the text index. */
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
