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

const tagTable: TagTable = { table: "dns_zone_tags", tag: "tag_id", object: "dns_zone_id" }

const instantText = (instant: Instant.Instant): string => DateTime.formatIso(instant)

/** The two rows of a zone: what lists look for (`z`), and the zone itself (`s`), which has all of that, too. */
type RowName = "z" | "s"

/** The row that has an index in the order of each field. */
const sortRows: Record<ZoneSortField, RowName> = { name: "z", created_on: "z", updated_on: "s", dnssec_status: "z" }

/** What a column is to be. An equation may hold for most zones, and is no way to find them then. */
interface Condition {
  readonly column: string
  readonly operator: "=" | "<" | ">"
  readonly value: string
}

/** What zones are counted by, for equations with any of them. */
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

/** What a search asks of rows. */
interface Sought extends RowConditions {
  /** Rows that are read instead of the whole table, under its name. */
  readonly from?: Statement.Fragment | undefined
  /** Whether all of them are the organization's. */
  readonly own?: boolean | undefined
}

/** How a search is put to the page of a list, and to its total, by the row that is read. */
interface Search {
  readonly page: (row: RowName, total: number) => Sought
  readonly total: (row: RowName) => Sought
  /** How many zones of the organization it finds, where that is known already. */
  readonly found?: number | undefined
}

const noCondition: RowConditions = { conditions: [], few: false }
const nothingSearched: Search = { page: () => noCondition, total: () => noCondition }

/**
 * How many times as many rows as are few are looked up and sorted by what their own row tells. The other way is to walk
 * the list in its order and look for the text in each name, where those that have it may all stand at the end.
 */
const sortable = 4

/** Whether carriers of the tags are what a list shows, as far as its other conditions go. */
const asksForCarriers = ({ mode, values }: WantedTags): boolean =>
  mode === "match_any" ? values.length > 0 : mode === "match_all" && values.length === 1

/** Characters that the full text index of SQLite needs at least. */
const indexedCharacters = 3

/** The pages of zones and their totals. Every query calls the rows of a zone `z` and `s`. */
export const zoneList = (sql: SqlClient.SqlClient, fewRows: number) => {
  const { apart, count, isPostgres, oneOfRows, whole } = dialect(sql)
  const selection = zoneSelection(sql)

  /** SQLite does not begin with a column that a plus sign stands before; PostgreSQL knows by its statistics. */
  const column = (row: RowName, name: string, mayBegin: boolean) =>
    sql.literal(`${mayBegin || isPostgres ? "" : "+"}${row}.${name}`)

  /** Names are searched in the rows that have an index for it. `alone` says that the list asks for nothing else. */
  const searchConditions = Effect.fnUntraced(function*(
    organization: OrganizationId,
    search: string | undefined,
    base: RowName,
    alone: boolean
  ): Effect.fn.Return<Search, SqlError.SqlError> {
    const text = search?.trim().toLowerCase() ?? ""
    if (text === "") return nothingSearched
    const mostSorted = sortable * fewRows
    const mostLookedUp = base === "z" ? mostSorted : fewRows
    const matches = (row: RowName) => sql`${sql.literal(row)}.name LIKE ${`%${likeLiteral(text)}%`} ESCAPE '\\'`
    const found = (zones: Statement.Fragment) =>
      sql`s.dns_zone_id IN (SELECT z.dns_zone_id FROM dns_zones z WHERE ${zones})`
    const walk = (row: RowName): Sought => ({ conditions: [matches(row)], few: false })
    if (isPostgres) {
      const own = sql`FROM dns_zones z WHERE z.organization_id = ${organization} AND ${matches("z")}`
      const looked: Sought = { ...noCondition, from: sql`(SELECT * ${own} ${apart}) z` }
      // Of each, the index of the key tells the last change.
      const lookedByKey: Sought = {
        conditions: [sql`s.dns_zone_id ${oneOfRows(sql`SELECT z.dns_zone_id ${own}`)}`],
        few: false,
        own: true
      }
      const indexed = (row: RowName): Sought =>
        row === "z" ? walk("z") : { conditions: [found(matches("z"))], few: false }
      const byLastChange = (total: number) =>
        alone && total <= mostSorted ? lookedByKey : total <= fewRows ? indexed("s") : walk("s")
      return {
        page: (row, total) => row === "s" ? byLastChange(total) : total <= mostSorted ? looked : walk("z"),
        total: indexed
      }
    }
    if ([...text].length < indexedCharacters) return { page: walk, total: walk }
    const match = sql`name MATCH ${`"${text.replaceAll(`"`, `""`)}"`}`
    const hits = sql`FROM dns_zone_search WHERE ${match}`
    // Those of other organizations are among them, so the list's own total does not tell how many there are.
    const [counted] = yield* sql<{ readonly hits: number; readonly own: number }>`SELECT count(*) AS hits,
        count(*) FILTER (WHERE z.organization_id = ${organization}) AS own
      FROM (SELECT rowid ${hits} LIMIT ${mostSorted + 1}) f CROSS JOIN dns_zones z ON z.search_row = f.rowid`
    const all = counted?.hits ?? 0
    const within = sql`z.search_row IN (SELECT rowid ${hits})`
    const lookUp = (row: RowName): Sought => ({ conditions: [row === "z" ? within : found(within)], few: true })
    const joined: Sought = {
      conditions: [sql`f.${match}`],
      few: true,
      from: sql`dns_zone_search f CROSS JOIN dns_zones z ON z.search_row = f.rowid`
    }
    return {
      page: all > mostLookedUp ? walk : lookUp,
      total: (row) => row === "z" ? joined : lookUp(row),
      found: alone && all <= mostSorted ? counted?.own : undefined
    }
  })

  /** Zones by their name, which both rows have and one is looked up by. */
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

  /** The rows of zones that fulfil everything, read from `base` alone where that can tell. */
  const matching = (
    organization: OrganizationId,
    base: RowName,
    plain: ReadonlyArray<Condition>,
    few: boolean,
    others: ReadonlyArray<Sought>
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

  /** The same zones, of which there are few, for a list in the order of what changes. */
  const countedZones = (organization: OrganizationId, plain: ReadonlyArray<Condition>): RowConditions => ({
    conditions: [
      sql`s.dns_zone_id ${oneOfRows(sql`SELECT z.dns_zone_id ${matching(organization, "z", plain, true, [])}`)}`
    ],
    few: true
  })

  /** The rows of a page, as the driver gives them, and the number of all. */
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
    const alone = plain.length === 0 && wanted.values.length === 0 && filter.name === undefined
    const search = yield* searchConditions(organization, filter.search, base, alone)
    const has = {
      plain: plain.length > 0,
      tags: wanted.values.length > 0,
      search: search !== nothingSearched || filter.name !== undefined
    }

    const isCounted = plain.every(({ column: name }) => countedColumns.has(name))
    const byTags = countByTags(sql, tagTable, wanted, counted(organization, []))
    // What a search finds is sorted as it is, and compared with each carrier then.
    const carriers = isPostgres && !has.search && asksForCarriers(wanted) ? yield* byTags : undefined
    const tagsOn = (row: RowName) =>
      carriers !== undefined && carriers <= fewRows
        ? Effect.succeed(amongCarriers(sql, tagTable, wanted, id(row)))
        : tagConditions(sql, tagTable, wanted, id(row), fewRows)

    const countMatching = Effect.gen(function*() {
      // What was changed when stands in one row, what a zone is called in both.
      const row = plain.some((condition) => condition.column === "updated_on") ? "s" : "z"
      const [all] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n ${
        matching(organization, row, plain, true, [named(filter.name, row), yield* tagsOn(row), search.total(row)])
      }`
      return all?.n ?? 0
    })
    const total = yield* search.found !== undefined
      ? Effect.succeed(search.found)
      : has.tags && !has.plain && !has.search
      ? carriers === undefined ? byTags : Effect.succeed(carriers)
      : !has.tags && !has.search && isCounted
      ? counted(organization, plain)
      : countMatching

    // Only what lists look for has indexes by what zones are counted by; each of these zones has to be looked up twice.
    const isLookedUp = base === "s" && has.plain && isCounted && !has.tags && !has.search && total * 4 <= fewRows
    const direction = sql.literal(order)
    const rows = yield* sql<ContentRow>`${selection.content} WHERE z.dns_zone_id IN (
        SELECT ${id(base)} ${
      matching(organization, base, isLookedUp ? [] : plain, total <= fewRows, [
        named(filter.name, base),
        yield* tagsOn(base),
        search.page(base, total),
        ...(isLookedUp ? [countedZones(organization, plain)] : [])
      ])
    } ORDER BY ${sql.literal(`${base}.${by}`)} ${direction}, ${id(base)} ${direction}
        LIMIT ${page.page_size} OFFSET ${offset(page)}
      ) ORDER BY ${sql.literal(`${base}.${by}`)} ${direction}, ${id(base)} ${direction}`.unprepared
    return { rows, total }
  })
}
