import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../../Dialect.ts"
import { domainConditions, indexedCharacters } from "./DomainConditionsSql.ts"
import type { DomainListTuning } from "./DomainListPlan.ts"
import { conditionsOf, type DomainQuery, type NumberSet } from "./DomainQuerySql.ts"

/** Access path to the rows of a selection: an index, and the conditions of its scan. */
export interface AccessPath {
  /** Maximum number of rows that the index scan reads; undefined if unknown. */
  readonly rows: number | undefined
  /** True if a part of the filter bounds the index scan; false if the whole index is read. */
  readonly isSelective: boolean
  /** `INDEXED BY` clause for SQLite. */
  readonly index: Statement.Fragment
  /** Query with one row for each entry of the index scan. */
  readonly entries: Statement.Fragment
  /** Conditions of the whole selection. */
  readonly conditions: ReadonlyArray<Statement.Fragment>
}

const setIndexes = {
  combination_no: "domain_keys_combination",
  nameserver_set_no: "domain_keys_nameservers",
  tag_set_no: "domain_keys_tags"
} as const

const rowsFirst = (a: AccessPath, b: AccessPath): number => (a.rows ?? Infinity) - (b.rows ?? Infinity)

/** Access paths to the rows of a selection, other than a scan in sort order. */
export const domainAccessPaths = (sql: SqlClient.SqlClient, { collected }: DomainListTuning) => {
  const { count, indexedBy, isPostgres, oneOfRows } = dialect(sql)
  const { contains, date, owned } = domainConditions(sql)

  const entriesOf = (index: Statement.Fragment, entry: ReadonlyArray<Statement.Fragment>) =>
    sql`SELECT 1 AS one FROM domain_keys i ${index} WHERE ${sql.and(entry)}`

  const path = (
    query: DomainQuery,
    index: Statement.Fragment,
    entry: ReadonlyArray<Statement.Fragment>,
    rows?: number
  ): AccessPath => ({
    rows,
    isSelective: entry.length > 0,
    index,
    entries: entriesOf(index, [owned(query.owner), ...entry]),
    conditions: [owned(query.owner), ...entry, ...conditionsOf(query)]
  })

  /** Numbers of combinations and tag sets belong to one organization. */
  const ofSet = (query: DomainQuery, set: NumberSet): AccessPath => {
    const entry = [
      ...(set.column === "nameserver_set_no" ? [owned(query.owner)] : []),
      ...(set.column === "tag_set_no" ? [sql`i.tag_set_no > 0`] : [])
    ]
    const index = indexedBy(setIndexes[set.column])
    return {
      rows: set.rows,
      isSelective: true,
      index,
      entries: entriesOf(index, [...entry, set.entry]),
      conditions: [...entry, ...conditionsOf(query, set)]
    }
  }

  const ofSets = (query: DomainQuery): ReadonlyArray<AccessPath> =>
    query.sets.filter(({ exclude }) => !exclude).map((set) => ofSet(query, set))

  const ofDates = (query: DomainQuery): ReadonlyArray<AccessPath> =>
    query.dates.filter(({ ranges }) => ranges.length === 1).map((test) =>
      path(query, indexedBy(`domain_keys_${test.field}`), [date(test)])
    )

  const ofNames = (query: DomainQuery): ReadonlyArray<AccessPath> => [
    ...(query.name === undefined ? [] : [path(query, indexedBy("domain_keys_name"), [], 1)]),
    ...(query.sld === undefined ? [] : [path(query, indexedBy("domain_keys_sld"), [sql`i.sld = ${query.sld}`])])
  ]

  /** The text index of SQLite contains the names of all organizations. */
  const ofSearch = (query: DomainQuery): ReadonlyArray<AccessPath> => {
    const { search } = query
    if (search === undefined || search.length < indexedCharacters) return []
    if (isPostgres) return [path(query, sql``, [contains(sql`i.name`, search)])]
    const entries = sql`SELECT rowid FROM domain_name_search WHERE name MATCH ${`"${search}"`}`
    return [{ ...path(query, sql.literal("NOT INDEXED"), [sql`i.domain_no IN (${entries})`]), entries }]
  }

  const ofScopes = (query: DomainQuery): ReadonlyArray<AccessPath> =>
    query.scopes.map((numbers) => ({
      ...path(query, sql.literal(isPostgres ? "" : "NOT INDEXED"), [sql`i.domain_no ${oneOfRows(numbers)}`]),
      entries: numbers
    }))

  const isFew = ({ entries }: AccessPath) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT ${count} AS n FROM (
        ${entries} LIMIT ${collected + 1}) found`.unprepared,
      ([row]) => (row?.n ?? 0) <= collected
    )

  return {
    /** Access path with at most `collected` rows; undefined if there is none. Counted paths are preferred. */
    narrow: Effect.fnUntraced(function*(query: DomainQuery) {
      const counted = [...ofNames(query), ...ofSets(query)]
      const [fewest] = counted.filter(({ rows = Infinity }) => rows <= collected).toSorted(rowsFirst)
      if (fewest !== undefined) return fewest
      const uncounted = [...ofScopes(query), ...ofDates(query), ...ofSearch(query), ...counted].filter(({ rows }) =>
        rows === undefined
      )
      for (const candidate of uncounted) if (yield* isFew(candidate)) return candidate
      return undefined
    }),

    /** Access path through the smallest index that covers the selection. */
    covering: (query: DomainQuery): AccessPath => {
      const hasText = query.search !== undefined || query.sld !== undefined
      const [dated] = hasText ? [] : ofDates(query)
      const [set] = hasText || query.dates.length > 0 ? [] : ofSets(query).toSorted(rowsFirst)
      return dated ?? set ?? path(query, indexedBy("domain_keys_name"), [])
    },

    /** Counts the rows of the selection through an access path. */
    count: ({ conditions, index }: AccessPath) =>
      Effect.map(
        sql<{ readonly n: number }>`SELECT ${count} AS n FROM domain_keys i ${index} WHERE ${sql.and(conditions)}`
          .unprepared,
        ([row]) => row?.n ?? 0
      )
  }
}
