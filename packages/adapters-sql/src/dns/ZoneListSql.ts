import { DnsName, type ZoneFilter, type ZoneSortField } from "@namewright/core/dns"
import { type Instant, offset, type OrganizationId, type PageRequest, type Sort } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { likeLiteral } from "../Substring.ts"
import {
  amongCarriers,
  countByTags,
  type RowConditions,
  tagConditions,
  type TagTable,
  type WantedTags,
  wantedTags
} from "../tags/TagConditions.ts"
import { sortKeyOf } from "./SortKey.ts"
import { type ContentRow, zoneSelection } from "./ZoneRow.ts"
import { zoneScope } from "./ZoneScopeSql.ts"

const tagTable: TagTable = { table: "dns_zone_tags", tag: "tag_id", object: "dns_zone_id" }

const instantText = (instant: Instant.Instant): string => DateTime.formatIso(instant)

/** Rows of a zone: the listed columns (`z`), and the zone's state (`s`), which also has the listed columns. */
type RowName = "z" | "s"

/** Row with an index in the order of each field. */
const sortRows: Record<ZoneSortField, RowName> = { name: "z", created_on: "z", updated_on: "s", dnssec_status: "z" }

/** Condition on a column. An equation may match most zones and is then not selective. */
interface Condition {
  readonly column: string
  readonly operator: "=" | "<" | ">"
  readonly value: string
}

/** Columns with stored counters, for equations with any of them. */
const countedColumns: ReadonlySet<string> = new Set(["suffix", "dnssec_status"])

/** Names are stored in lower case and absolute. */
const absolute = (name: string): string => `${name.toLowerCase().replace(/\.$/, "")}.`

/** A text that is not a name gets a sort key that no zone has. */
const sortKeyOfName = (name: string): string => sortKeyOf(absolute(name) as DnsName.DnsName, DnsName.root)

const suffixOf = (text: string): string => text.toLowerCase().replace(/^\.|\.$/g, "")

const same = (text: string): string => text

const conditionsOf = (filter: ZoneFilter): ReadonlyArray<Condition> => {
  const condition = <A>(
    column: string,
    operator: Condition["operator"],
    value: A | undefined,
    text: (value: A) => string
  ) => value === undefined ? [] : [{ column, operator, value: text(value) }]
  return [
    ...condition("suffix", "=", filter.suffix, suffixOf),
    ...condition("dnssec_status", "=", filter.dnssec_status, same),
    ...condition("vanity_nameserver_set_id", "=", filter.vanity_nameserver_set_id, same),
    ...condition("created_on", ">", filter.created_after, instantText),
    ...condition("created_on", "<", filter.created_before, instantText),
    ...condition("updated_on", ">", filter.updated_after, instantText),
    ...condition("updated_on", "<", filter.updated_before, instantText)
  ]
}

/** Conditions of an access path for a search. */
interface SearchConditions extends RowConditions {
  /** Source of the rows instead of the whole table, with the table's alias. */
  readonly from?: Statement.Fragment | undefined
  /** True if all rows belong to the organization. */
  readonly own?: boolean | undefined
}

/** Access paths of a search for the page of a list and for its total, by the row that is read. */
interface Search {
  readonly page: (row: RowName, total: number) => SearchConditions
  readonly total: (row: RowName) => SearchConditions
  /** Number of matching zones of the organization, if it is already known. */
  readonly found?: number | undefined
}

const noCondition: RowConditions = { conditions: [], few: false }
const nothingSearched: Search = { page: () => noCondition, total: () => noCondition }

/**
 * Upper bound of the matches that are collected and sorted by the columns of their own row, as a multiple of `fewRows`.
 * The alternative is an index scan in the order of the list that compares each name, and may read all rows before it
 * finds a match.
 */
const sortedMultiple = 4

/** True if the tag filter alone selects the zones by their tags. */
const selectsByTags = ({ mode, values }: WantedTags): boolean =>
  mode === "match_any" ? values.length > 0 : mode === "match_all" && values.length === 1

/** Shortest text, in characters, for the full text index of SQLite. */
const indexedCharacters = 3

/** Pages of zones and their totals. Every query uses the aliases `z` and `s` for the rows of a zone. */
export const zoneList = (sql: SqlClient.SqlClient, fewRows: number) => {
  const { apart, count, isPostgres, oneOfRows, whole } = dialect(sql)
  const selection = zoneSelection(sql)
  const scopeConditions = zoneScope(sql, fewRows)

  /**
   * A column; unless `mayBegin`, a plus sign keeps SQLite from starting with its index. PostgreSQL decides by its
   * statistics.
   */
  const column = (row: RowName, name: string, mayBegin: boolean) =>
    sql.literal(`${mayBegin || isPostgres ? "" : "+"}${row}.${name}`)

  /** Conditions of a search in names, for rows with a suitable index. `alone`: the list has no other condition. */
  const searchConditions = Effect.fnUntraced(function*(
    organization: OrganizationId,
    search: string | undefined,
    base: RowName,
    alone: boolean
  ): Effect.fn.Return<Search, SqlError.SqlError> {
    const text = search?.trim().toLowerCase() ?? ""
    if (text === "") return nothingSearched
    const maximumSorted = sortedMultiple * fewRows
    const maximumLookedUp = base === "z" ? maximumSorted : fewRows
    const matches = (row: RowName) => sql`${sql.literal(row)}.name LIKE ${`%${likeLiteral(text)}%`} ESCAPE '\\'`
    const found = (zones: Statement.Fragment) =>
      sql`s.dns_zone_id IN (SELECT z.dns_zone_id FROM dns_zones z WHERE ${zones})`
    const indexScan = (row: RowName): SearchConditions => ({ conditions: [matches(row)], few: false })
    if (isPostgres) {
      const own = sql`FROM dns_zones z WHERE z.organization_id = ${organization} AND ${matches("z")}`
      const collected: SearchConditions = { ...noCondition, from: sql`(SELECT * ${own} ${apart}) z` }
      // The index of the key contains the last change of each zone.
      const lookUpByKey: SearchConditions = {
        conditions: [sql`s.dns_zone_id ${oneOfRows(sql`SELECT z.dns_zone_id ${own}`)}`],
        few: false,
        own: true
      }
      const indexed = (row: RowName): SearchConditions =>
        row === "z" ? indexScan("z") : { conditions: [found(matches("z"))], few: false }
      const byLastChange = (total: number) =>
        alone && total <= maximumSorted ? lookUpByKey : total <= fewRows ? indexed("s") : indexScan("s")
      return {
        page: (row, total) => row === "s" ? byLastChange(total) : total <= maximumSorted ? collected : indexScan("z"),
        total: indexed
      }
    }
    if ([...text].length < indexedCharacters) return { page: indexScan, total: indexScan }
    const match = sql`name MATCH ${`"${text.replaceAll(`"`, `""`)}"`}`
    const hits = sql`FROM dns_zone_search WHERE ${match}`
    // Matches of other organizations are included, so the total of the list is not their number.
    const [counted] = yield* sql<{ readonly hits: number; readonly own: number }>`SELECT count(*) AS hits,
        count(*) FILTER (WHERE z.organization_id = ${organization}) AS own
      FROM (SELECT rowid ${hits} LIMIT ${maximumSorted + 1}) f CROSS JOIN dns_zones z ON z.search_row = f.rowid`
    const all = counted?.hits ?? 0
    const within = sql`z.search_row IN (SELECT rowid ${hits})`
    const lookUp = (row: RowName): SearchConditions => ({
      conditions: [row === "z" ? within : found(within)],
      few: true
    })
    const joined: SearchConditions = {
      conditions: [sql`f.${match}`],
      few: true,
      from: sql`dns_zone_search f CROSS JOIN dns_zones z ON z.search_row = f.rowid`
    }
    return {
      page: all > maximumLookedUp ? indexScan : lookUp,
      total: (row) => row === "z" ? joined : lookUp(row),
      found: alone && all <= maximumSorted ? counted?.own : undefined
    }
  })

  /** Condition on the name, which both rows have and `z` has an index for. */
  const named = (name: string | undefined, row: RowName): RowConditions =>
    name === undefined
      ? noCondition
      : {
        conditions: [
          row === "z"
            ? sql`z.sort_key = ${sortKeyOfName(name)}`
            : sql`s.dns_zone_id IN (SELECT z.dns_zone_id FROM dns_zones z WHERE z.sort_key = ${sortKeyOfName(name)})`
        ],
        few: true
      }

  /** Rows of zones that meet all conditions, read from `base` alone if it has the columns. */
  const matching = (
    organization: OrganizationId,
    base: RowName,
    plain: ReadonlyArray<Condition>,
    few: boolean,
    others: ReadonlyArray<SearchConditions>
  ): Statement.Fragment => {
    const from = others.find((other) => other.from !== undefined)?.from
    const needsState = base === "z" && plain.some((condition) => condition.column === "updated_on")
    const tables = base === "s"
      ? from ?? sql`dns_zone_states s`
      : sql`${from ?? sql`dns_zones z`}${
        needsState ? sql` JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id` : sql``
      }`
    const elsewhere = others.some((other) => other.few)
    return sql`FROM ${tables} WHERE ${
      sql.and([
        ...others.some(({ own }) => own) ? [] : [sql`${column(base, "organization_id", !elsewhere)} = ${organization}`],
        ...plain.map(({ column: name, operator, value }) => {
          const row = name === "updated_on" ? "s" : base
          return sql`${column(row, name, few || operator !== "=")} ${sql.literal(operator)} ${value}`
        }),
        ...others.flatMap(({ conditions }) => conditions)
      ])
    }`
  }

  const counted = (organization: OrganizationId, plain: ReadonlyArray<Condition>) =>
    Effect.map(
      sql<{ readonly n: number | null }>`SELECT ${whole("SUM(zones)")} AS n FROM dns_zone_counts WHERE ${
        sql.and([
          sql`organization_id = ${organization}`,
          ...plain.map(({ column: name, value }) => sql`${sql.literal(name)} = ${value}`)
        ])
      }`,
      ([row]) => row?.n ?? 0
    )

  /** A small set of zones as a condition of a list in the order of the last change. */
  const countedZones = (organization: OrganizationId, plain: ReadonlyArray<Condition>): RowConditions => ({
    conditions: [
      sql`s.dns_zone_id ${oneOfRows(sql`SELECT z.dns_zone_id ${matching(organization, "z", plain, true, [])}`)}`
    ],
    few: true
  })

  /** Rows of a page, and the total. */
  return Effect.fnUntraced(function*(
    organization: OrganizationId,
    filter: ZoneFilter,
    { by, order }: Sort<ZoneSortField>,
    page: PageRequest
  ) {
    const plain = conditionsOf(filter)
    const base = sortRows[by]
    const wanted = wantedTags(organization, filter.tag_ids, filter.tag_mode)
    const id = (row: RowName) => sql.literal(`${row}.dns_zone_id`)
    const { within = [] } = filter
    const alone = plain.length === 0 && wanted.values.length === 0 && filter.name === undefined && within.length === 0
    const search = yield* searchConditions(organization, filter.search, base, alone)
    const scoped = yield* scopeConditions(organization, within)
    const has = {
      scope: within.length > 0,
      plain: plain.length > 0,
      tags: wanted.values.length > 0,
      search: search !== nothingSearched || filter.name !== undefined
    }

    const isCounted = plain.every(({ column: name }) => countedColumns.has(name))
    const byTags = countByTags(sql, tagTable, wanted, counted(organization, []))
    // The matches of a search are sorted first, and each is then compared with the tags.
    const carriers = isPostgres && !has.search && !has.scope && selectsByTags(wanted) ? yield* byTags : undefined
    const tagsOn = (row: RowName) =>
      carriers !== undefined && carriers <= fewRows
        ? Effect.succeed(amongCarriers(sql, tagTable, wanted, id(row)))
        : tagConditions(sql, tagTable, wanted, id(row), fewRows)

    const countMatching = Effect.gen(function*() {
      // The time of the last change is only in one row, the name in both.
      const row = plain.some((condition) => condition.column === "updated_on") ? "s" : "z"
      const [all] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n ${
        matching(organization, row, plain, true, [
          named(filter.name, row),
          yield* tagsOn(row),
          scoped(row),
          search.total(row)
        ])
      }`
      return all?.n ?? 0
    })
    const total = yield* search.found !== undefined
      ? Effect.succeed(search.found)
      : has.scope
      ? countMatching
      : has.tags && !has.plain && !has.search
      ? carriers === undefined ? byTags : Effect.succeed(carriers)
      : !has.tags && !has.search && isCounted
      ? counted(organization, plain)
      : countMatching

    // Only `z` has indexes on counted columns; each of these zones requires two look-ups.
    const isLookedUp = base === "s" && has.plain && isCounted && !has.tags && !has.search && !has.scope &&
      total * 4 <= fewRows
    const direction = sql.literal(order)
    const rows = yield* sql<ContentRow>`${selection.content} WHERE z.dns_zone_id IN (
        SELECT ${id(base)} ${
      matching(organization, base, isLookedUp ? [] : plain, total <= fewRows, [
        named(filter.name, base),
        yield* tagsOn(base),
        scoped(base),
        search.page(base, total),
        ...(isLookedUp ? [countedZones(organization, plain)] : [])
      ])
    } ORDER BY ${sql.literal(`${base}.${by}`)} ${direction}, ${id(base)} ${direction}
        LIMIT ${page.page_size} OFFSET ${offset(page)}
      ) ORDER BY ${sql.literal(`${base}.${by}`)} ${direction}, ${id(base)} ${direction}`.unprepared
    return { rows, total }
  })
}
