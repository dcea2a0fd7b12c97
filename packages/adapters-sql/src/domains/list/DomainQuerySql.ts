import { Effect, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../../Dialect.ts"
import { domainConditions } from "./DomainConditionsSql.ts"
import { domainCounts } from "./DomainCountsSql.ts"
import { domainScope } from "./DomainScopeSql.ts"
import type { DateTest, DomainSelection } from "./DomainSelection.ts"

/** Part of a filter as a set of dictionary numbers. */
export interface NumberSet {
  readonly column: "combination_no" | "nameserver_set_no" | "tag_set_no"
  /** True if domains must have none of the numbers; false if they must have one. */
  readonly exclude: boolean
  /** Number of domains with one of the numbers; undefined if not counted. */
  readonly rows: number | undefined
  /** Condition on a row `i` of `domain_keys` that bounds a scan of the set's index. */
  readonly entry: Statement.Fragment
  /** Condition on rows that are found through another index. */
  readonly filter: Statement.Fragment
}

/** Selection of one organization's domains, in dictionary numbers. */
export interface DomainQuery {
  readonly owner: number
  readonly name: string | undefined
  readonly sld: string | undefined
  readonly search: string | undefined
  readonly dates: ReadonlyArray<DateTest>
  readonly sets: ReadonlyArray<NumberSet>
  /** Queries for the numbers of the domains in each scope of the caller. */
  readonly scopes: ReadonlyArray<Statement.Fragment>
  /** Conditions on a row `i` of `domain_keys`, without organization and sets. */
  readonly conditions: ReadonlyArray<Statement.Fragment>
}

/** Conditions of the selection without the organization; `entered` is the set whose index is scanned. */
export const conditionsOf = (
  { conditions, sets }: DomainQuery,
  entered?: NumberSet
): ReadonlyArray<Statement.Fragment> => [
  ...conditions,
  ...sets.map((set) => set === entered ? set.entry : set.filter)
]

/** Converts selections to queries by means of the dictionaries. */
export const domainQueries = (sql: SqlClient.SqlClient) => {
  const conditions = domainConditions(sql)
  const counts = domainCounts(sql)
  const { isPostgres, oneOfRows } = dialect(sql)
  const scopeOf = domainScope(sql)

  /**
   * Set of the numbers that a query selects. As a filter, PostgreSQL uses a hash table: `IS TRUE` prevents a join. The
   * plus sign prevents SQLite from using the filter for the index scan.
   */
  const setOf = (
    column: NumberSet["column"],
    numbers: Statement.Fragment,
    { exclude = false, rows }: { readonly exclude?: boolean; readonly rows?: number }
  ): NumberSet => {
    const value = sql.literal(`i.${column}`)
    const isMember = isPostgres ? sql`(${value} IN (${numbers})) IS TRUE` : sql`+${value} IN (${numbers})`
    return {
      column,
      exclude,
      rows,
      entry: sql`${value} ${oneOfRows(numbers)}`,
      filter: exclude ? sql`NOT (${isMember})` : isMember
    }
  }

  const combinations = Effect.fnUntraced(function*(owner: number, { bits, credentials, tlds }: DomainSelection) {
    const tests = [
      ...(tlds === undefined ? [] : [sql.in("c.tld", tlds)]),
      ...(credentials === undefined ? [] : [sql.in("c.registrar_credential_id", credentials)]),
      ...bits.map(conditions.bits)
    ]
    if (tests.length === 0) return []
    const met = sql.and([sql`c.owner_no = ${owner}`, ...tests])
    const numbers = sql`SELECT c.combination_no FROM domain_combinations c WHERE ${met}`
    return [setOf("combination_no", numbers, { rows: yield* counts.ofCombinations(owner, met) })]
  })

  const nameservers = ({ nameserver }: DomainSelection): ReadonlyArray<NumberSet> =>
    nameserver === undefined ? [] : [setOf(
      "nameserver_set_no",
      sql`SELECT s.nameserver_set_no FROM domain_nameserver_sets s WHERE ${conditions.hostnamesContain(nameserver)}`,
      {}
    )]

  const tags = Effect.fnUntraced(function*(owner: number, { tags: test }: DomainSelection) {
    if (test === undefined) return []
    const { ids, mode } = test
    const numbers = sql`SELECT m.tag_set_no FROM domain_tag_set_members m
      WHERE m.owner_no = ${owner} AND ${sql.in("m.tag_id", ids)}
      ${mode === "match_all" ? sql`GROUP BY m.tag_set_no HAVING count(*) = ${ids.length}` : sql``}`
    const rows = yield* counts.ofTagSets(owner, numbers)
    return [setOf("tag_set_no", numbers, { exclude: mode === "match_none", rows })]
  })

  return {
    /** None if no domain meets a part of the selection. */
    prepare: Effect.fnUntraced(function*(owner: number, selection: DomainSelection) {
      const { dates, name, search, sld, within } = selection
      const scopes = within.map((scope) => scopeOf(owner, scope))
      const sets = [
        ...yield* combinations(owner, selection),
        ...nameservers(selection),
        ...yield* tags(owner, selection)
      ]
      if (sets.some(({ exclude, rows }) => !exclude && rows === 0)) return Option.none()
      const query: DomainQuery = {
        owner,
        name,
        sld,
        search,
        dates,
        sets,
        scopes,
        conditions: [
          ...(name === undefined ? [] : [sql`i.name = ${name}`]),
          ...(sld === undefined ? [] : [sql`i.sld = ${sld}`]),
          ...(search === undefined ? [] : [conditions.contains(sql`i.name`, search)]),
          ...dates.map(conditions.date),
          ...scopes.map((numbers) =>
            isPostgres ? sql`(i.domain_no IN (${numbers})) IS TRUE` : sql`+i.domain_no IN (${numbers})`
          )
        ]
      }
      return Option.some(query)
    })
  }
}
