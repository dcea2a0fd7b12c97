import type { DomainReference, DomainSortField, ListedDomain } from "@namewright/core/domains"
import type { SortOrder } from "@namewright/core/shared"
import type { TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Option } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../../Dialect.ts"
import { statusTagsOf } from "../DomainCodes.ts"
import { domainColumns, domainsOf, type DomainValues, referred } from "../DomainRow.ts"
import type { AccessPath } from "./DomainAccessPathsSql.ts"
import { domainConditions } from "./DomainConditionsSql.ts"
import type { Scan } from "./DomainListPlan.ts"
import { conditionsOf, type DomainQuery } from "./DomainQuerySql.ts"

export interface DomainSort {
  readonly by: DomainSortField
  readonly order: SortOrder
}

/** Values of a row: the domain's, then those of the list. */
type ListedValues = readonly [...DomainValues, ...ListValues]

type ListValues = readonly [
  has_hosts: boolean | number,
  /** Number of rows of the whole list, if the query determines it. */
  total: number | null,
  /** Absent unless tags are included. */
  flags?: number,
  /** Tag ids, each between spaces; null for none. */
  tags?: string | null
]

interface Found {
  readonly total: number
  readonly items: ReadonlyArray<ListedDomain>
}

/** Sort order of an organization's domains, and the conditions of its scan. */
interface ScannedOrder extends DomainSort {
  readonly owner: number
  readonly conditions: ReadonlyArray<Statement.Fragment>
  /** Maximum number of index entries that the scan reads. */
  readonly entries: number | undefined
}

/** Maximum number of rows that a scan of two ranges skips in each range. */
const skippedTwice = 1000

const domainList = domainColumns.map((column) => `d.${column}`).join(", ")

const words = (text: string | null | undefined): ReadonlyArray<string> =>
  text?.split(" ").filter((word) => word !== "") ?? []

/** Values of a row that follow those of its domain. */
const listValues = (row: ListedValues) => row.slice(domainColumns.length) as unknown as ListValues

const listedOf = (rows: ReadonlyArray<ListedValues>): ReadonlyArray<ListedDomain> =>
  Arr.zipWith(domainsOf(rows), rows, (domain, row) => {
    const [has_hosts, , flags, tags] = listValues(row)
    return {
      domain,
      has_hosts: Boolean(has_hosts),
      tags: flags === undefined ? null : words(tags) as ReadonlyArray<TagId>,
      status_tags: flags === undefined ? null : statusTagsOf(flags)
    }
  })

const totalOf = ([first]: ReadonlyArray<ListedValues>): number | undefined =>
  first === undefined ? undefined : listValues(first)[1] ?? undefined

type Listed = Effect.Effect<ReadonlyArray<ListedValues>, SqlError.SqlError>

const read = (statement: Statement.Statement<unknown>) => statement.values as Listed

const readUnprepared = (statement: Statement.Statement<unknown>) => statement.valuesUnprepared as Listed

/** Reads pages of domains: first the keys by an index-only scan, then the domains with these keys. */
export const domainPages = (sql: SqlClient.SqlClient) => {
  const { apart, count, indexedBy, isPostgres } = dialect(sql)
  const { owned, within } = domainConditions(sql)

  /** Names are unique; equal dates are sorted by id. */
  const sorted = (row: "i" | "p", { by, order }: DomainSort): Statement.Fragment => {
    const key = row === "i" ? `i.${by}` : "p.sort_key"
    return sql.literal(by === "name" ? `${key} ${order}` : `${key} ${order}, ${row}.domain_id ${order}`)
  }

  /** Columns of the keys that a page needs. */
  const keys = (by: DomainSortField) =>
    sql.literal(
      `i.domain_no, i.tag_set_no, i.combination_no, i.${by} AS sort_key${by === "name" ? "" : ", i.domain_id"}`
    )

  const domain = isPostgres
    // Forces a look-up per key: the planner does not know the number of keys, and could read the whole table.
    ? sql`CROSS JOIN LATERAL (SELECT ${
      sql.literal(domainList)
    } FROM domains d WHERE d.domain_no = p.domain_no OFFSET 0) d`
    : sql`CROSS JOIN domains d ON d.domain_no = p.domain_no`

  const carried = sql`JOIN domain_combinations c ON c.combination_no = p.combination_no
    LEFT JOIN domain_tag_sets t ON t.tag_set_no = p.tag_set_no`

  /** Columns of `ListedValues`. */
  const members = (tags: boolean, total: Statement.Fragment = sql`NULL`) =>
    sql`${sql.literal(domainList)}, EXISTS (SELECT 1 FROM hosts h WHERE h.domain_id = d.domain_id) AS has_hosts,
      ${total} AS total${sql.literal(tags ? ", c.flags, t.tags" : "")}`

  /** Query for the domains of the keys `p`, in the order of the list. */
  const domains = (source: Statement.Fragment, sort: DomainSort, tags: boolean) =>
    sql`${source} p ${domain} ${tags ? carried : sql``} ORDER BY ${sorted("p", sort)}`

  /**
   * Keys from an index scan in sort order, over a range of its dates. PostgreSQL plans the scan as a separate subquery
   * with unknown limits, so that it uses the index of the sort order with or without statistics.
   */
  const range = (
    { by, conditions, entries, order, owner }: ScannedOrder,
    { limit, skip }: Pick<Scan, "limit" | "skip">,
    bounds: ReadonlyArray<Statement.Fragment>
  ): Statement.Fragment => {
    const entry = sql.and([owned(owner), ...bounds])
    const inOrder = sql`ORDER BY ${sorted("i", { by, order })}`
    const limited = (rows: number) => isPostgres ? sql`LIMIT (SELECT ${rows}::bigint)` : sql`LIMIT ${rows}`
    const source = sql`domain_keys i ${indexedBy(`domain_keys_${by}`)}`
    const page = sql`${limited(limit)} OFFSET ${skip}`
    if (conditions.length === 0) return sql`SELECT ${keys(by)} FROM ${source} WHERE ${entry} ${inOrder} ${page}`
    if (entries === undefined && !isPostgres) {
      return sql`SELECT ${keys(by)} FROM ${source} WHERE ${sql.and([entry, ...conditions])} ${inOrder} ${page}`
    }
    // The planner omits unused columns of `i.*`.
    return sql`SELECT ${keys(by)} FROM (
        SELECT i.* FROM ${source} WHERE ${entry} ${inOrder} ${entries === undefined ? apart : limited(entries)}
      ) i WHERE ${sql.and(conditions)} ${page}`
  }

  /** Keys of a scan. If the filter has two ranges of the sorted date, one scan for each range. */
  const scanned = (query: DomainQuery, by: DomainSortField, scan: Scan, entries?: number): Statement.Fragment => {
    const { limit, order, skip } = scan
    const [first, second] = query.dates.find(({ field }) => field === by)?.ranges ?? []
    const ordered = { by, order, owner: query.owner, conditions: conditionsOf(query), entries }
    if (by === "name" || first === undefined || (second !== undefined && skip > skippedTwice)) {
      return sql`(${range(ordered, scan, [])})`
    }
    if (second === undefined) return sql`(${range(ordered, scan, [within(by, first)])})`
    const rows = { skip: 0, limit: skip + limit }
    return sql`(SELECT * FROM (SELECT * FROM (${range(ordered, rows, [within(by, first)])}) a
      UNION ALL SELECT * FROM (${range(ordered, rows, [within(by, second)])}) b) p
      ORDER BY ${sorted("p", { by, order })} LIMIT ${limit} OFFSET ${skip})`
  }

  return {
    /** Rows of a scan, in the order of the list; fewer than its limit if it would read more than `entries`. */
    scanned: (
      query: DomainQuery,
      sort: DomainSort,
      scan: Scan & { readonly entries?: number | undefined },
      tags: boolean
    ): Effect.Effect<ReadonlyArray<ListedDomain>, SqlError.SqlError> =>
      Effect.map(
        readUnprepared(
          sql`SELECT ${members(tags)} FROM ${domains(scanned(query, sort.by, scan, scan.entries), sort, tags)}`
        ),
        listedOf
      ),

    /** Page of the unfiltered list with its total, a scalar query. The total is undefined for an empty page. */
    first: (query: DomainQuery, total: Statement.Fragment, sort: DomainSort, scan: Scan, tags: boolean) =>
      Effect.map(
        read(sql`SELECT ${members(tags, total)} FROM ${domains(scanned(query, sort.by, scan), sort, tags)}`),
        (rows) => ({ total: totalOf(rows), items: listedOf(rows) })
      ),

    /** Page of the collected rows of an access path, with their number. The total is 0 for an empty page. */
    collected: (
      { conditions, index }: AccessPath,
      sort: DomainSort,
      { limit, skip }: Pick<Scan, "limit" | "skip">,
      tags: boolean
    ): Effect.Effect<Found, SqlError.SqlError> =>
      Effect.map(
        readUnprepared(sql`WITH hits AS MATERIALIZED (
            SELECT ${keys(sort.by)} FROM domain_keys i ${index} WHERE ${sql.and(conditions)}
          ) SELECT ${members(tags, sql`(SELECT ${count} FROM hits)`)} FROM ${
          domains(
            sql`(SELECT p.* FROM hits p ORDER BY ${sorted("p", sort)} LIMIT ${limit} OFFSET ${skip})`,
            sort,
            tags
          )
        }`),
        (rows) => ({ total: totalOf(rows) ?? 0, items: listedOf(rows) })
      ),

    /** One domain in the form of a list item. */
    one: (reference: DomainReference, tags: boolean) =>
      Effect.map(
        read(sql`SELECT ${members(tags)} FROM domains d JOIN domain_keys p ON p.domain_no = d.domain_no
          ${tags ? carried : sql``} WHERE ${referred(sql, reference)}`),
        (rows) => Option.fromUndefinedOr(listedOf(rows)[0])
      )
  }
}
