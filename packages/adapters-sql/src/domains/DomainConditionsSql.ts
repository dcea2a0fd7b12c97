import { Array as Arr } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { likeLiteral } from "../Substring.ts"
import type { BitTest, DateTest, Seconds } from "./DomainSelection.ts"
import type { DateField } from "./DomainStripes.ts"

/** Values up to which SQLite compares one by one; a longer list it would put into a tree first. */
const comparedOneByOne = 4

/** Characters that the text index of SQLite needs at least. */
const indexedCharacters = 3

/** The numbers that a set of a domain must, or must not, be among. */
export interface SetTest {
  readonly column: "nameserver_set_no" | "tag_set_no"
  readonly numbers: ReadonlyArray<number>
  readonly exclude: boolean
}

/** The tables that conditions can be on: the index, the states and the traits. */
export type ConditionTable = "i" | "s" | "r"

/** Conditions on rows called by a letter. */
export const domainConditions = (sql: SqlClient.SqlClient) => {
  const column = (table: ConditionTable, name: string) => sql.literal(`${table}.${name}`)

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

  const bits = (table: ConditionTable, { column: name, mask, test }: BitTest): Statement.Fragment => {
    const shared = sql`(${column(table, name)} & ${mask})`
    switch (test) {
      case "any":
        return sql`${shared} <> 0`
      case "all":
        return sql`${shared} = ${mask}`
      case "none":
        return sql`${shared} = 0`
    }
  }

  const within = (field: DateField, { from, to }: Seconds): ReadonlyArray<Statement.Fragment> => [
    ...(from === undefined ? [] : [sql`${column("i", field)} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${column("i", field)} < ${to}`])
  ]

  const date = ({ field, outside, within: inside }: DateTest): ReadonlyArray<Statement.Fragment> => [
    ...(inside === undefined ? [] : within(field, inside)),
    ...(outside === undefined ? [] : [
      sql`(${column("i", field)} IS NULL OR ${column("i", field)} < ${outside.from} OR ${
        column("i", field)
      } >= ${outside.to})`
    ])
  ]

  const contains = (value: Statement.Fragment, part: string): Statement.Fragment =>
    sql.onDialectOrElse({
      pg: () => sql`${value} LIKE ${`%${likeLiteral(part)}%`} ESCAPE '\\'`,
      orElse: () => sql`instr(${value}, ${part}) > 0`
    })

  return {
    /** The domains of an organization, where an index is to begin with them. */
    owned: (owner: number): Statement.Fragment => sql`i.owner_no = ${owner}`,
    /** The same where rarer numbers lead to them: PostgreSQL would else put all of them into a bitmap first. */
    ownedBesides: (owner: number): Statement.Fragment => sql`i.owner_no + 0 = ${owner}`,
    isOneOf,
    bits,
    within,
    date,
    set: ({ column: name, exclude, numbers }: SetTest): Statement.Fragment =>
      (exclude ? isNoneOf : isOneOf)(column("i", name), numbers),
    /** `LIKE` has an index on PostgreSQL; on SQLite it is slower than a plain search of the text. */
    contains,
    /** Rows `s` of the nameserver sets of all organizations, by the index of their texts. */
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
