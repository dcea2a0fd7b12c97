import type { ZoneFilter, ZoneSortField } from "@namewright/core/dns"
import { type Instant, offset, type OrganizationId, type PageRequest, type Sort } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { likeLiteral } from "../Substring.ts"
import { countByTags, type RowConditions, tagConditions, type TagTable, wantedTags } from "../tags/TagConditions.ts"
import { type ContentRow, zoneSelection } from "./ZoneRow.ts"

const tagTable: TagTable = { table: "dns_zone_tags", tag: "tag_id", object: "dns_zone_id" }

const instantText = (instant: Instant.Instant): string => DateTime.formatIso(instant)

/** The two rows of a zone: what it is (`z`), and what it is like (`s`). */
type RowName = "z" | "s"

const sortColumns: Record<ZoneSortField, { readonly row: RowName; readonly column: string }> = {
  name: { row: "z", column: "name" },
  created_on: { row: "z", column: "created_on" },
  updated_on: { row: "s", column: "updated_on" },
  dnssec_status: { row: "s", column: "dnssec_status" }
}

/** A condition on one of the rows; a constraint that may hold for most zones is no way to find them. */
interface Condition {
  readonly row: RowName
  readonly column: string
  readonly operator: "=" | "<" | ">"
  readonly value: string
}

/** Names are stored in lower case and absolute. */
const absolute = (name: string): string => `${name.toLowerCase().replace(/\.$/, "")}.`

const suffixOf = (text: string): string => text.toLowerCase().replace(/^\.|\.$/g, "")

const same = (text: string): string => text

const conditionsOf = (filter: ZoneFilter): ReadonlyArray<Condition> => {
  const condition = <A>(
    row: RowName,
    column: string,
    operator: Condition["operator"],
    value: A | undefined,
    text: (value: A) => string
  ) => value === undefined ? [] : [{ row, column, operator, value: text(value) }]
  return [
    ...condition("z", "name", "=", filter.name, absolute),
    ...condition("z", "suffix", "=", filter.suffix, suffixOf),
    ...condition("s", "dnssec_status", "=", filter.dnssec_status, same),
    ...condition("s", "vanity_nameserver_set_id", "=", filter.vanity_nameserver_set_id, same),
    ...condition("z", "created_on", ">", filter.created_after, instantText),
    ...condition("z", "created_on", "<", filter.created_before, instantText),
    ...condition("s", "updated_on", ">", filter.updated_after, instantText),
    ...condition("s", "updated_on", "<", filter.updated_before, instantText)
  ]
}

/** Characters that the full text index of SQLite needs at least. */
const indexedCharacters = 3

/** The pages of zones and their totals. Every query calls the rows of a zone `z` and `s`. */
export const zoneList = (sql: SqlClient.SqlClient, fewRows: number) => {
  const { count, isPostgres, whole } = dialect(sql)
  const selection = zoneSelection(sql)

  /** SQLite does not begin with a column that a plus sign stands before; PostgreSQL knows by its statistics. */
  const column = (row: RowName, name: string, mayBegin: boolean) =>
    sql.literal(`${mayBegin || isPostgres ? "" : "+"}${row}.${name}`)

  const searchConditions = Effect.fnUntraced(function*(
    search: string | undefined
  ): Effect.fn.Return<{ readonly page: RowConditions; readonly total: RowConditions }, SqlError.SqlError> {
    const text = search?.trim().toLowerCase() ?? ""
    const matches = sql`z.name LIKE ${`%${likeLiteral(text)}%`} ESCAPE '\\'`
    const walk: RowConditions = { conditions: text === "" ? [] : [matches], few: false }
    if (isPostgres || [...text].length < indexedCharacters) return { page: walk, total: walk }
    const found = sql`FROM dns_zone_search WHERE name MATCH ${`"${text.replaceAll(`"`, `""`)}"`}`
    const [counted] = yield* sql<{ readonly n: number }>`SELECT count(*) AS n FROM
      (SELECT 1 ${found} LIMIT ${fewRows + 1})`
    const lookUp: RowConditions = { conditions: [sql`z.search_row IN (SELECT rowid ${found})`], few: true }
    return { page: (counted?.n ?? 0) > fewRows ? walk : lookUp, total: lookUp }
  })

  /** The rows of zones that fulfil everything, read from `base` and, where anything asks for it, from the other row. */
  const matching = (
    organization: OrganizationId,
    base: RowName,
    plain: ReadonlyArray<Condition>,
    few: boolean,
    others: { readonly tags: RowConditions; readonly search: RowConditions }
  ): Statement.Fragment => {
    const asked = new Set<RowName>(plain.map(({ row }) => row))
    if (others.search.conditions.length > 0) asked.add("z")
    const tables = base === "z"
      ? sql`dns_zones z${asked.has("s") ? sql` JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id` : sql``}`
      : sql`dns_zone_states s${asked.has("z") ? sql` JOIN dns_zones z ON z.dns_zone_id = s.dns_zone_id` : sql``}`
    const elsewhere = others.tags.few || others.search.few
    return sql`FROM ${tables} WHERE ${
      sql.and([
        sql`${column(base, "organization_id", !elsewhere)} = ${organization}`,
        ...plain.map(({ column: name, operator, row, value }) =>
          sql`${column(row, name, few || name === "name" || operator !== "=")} ${sql.literal(operator)} ${value}`
        ),
        ...others.tags.conditions,
        ...others.search.conditions
      ])
    }`
  }

  const counted = (organization: OrganizationId, status: string | undefined) =>
    Effect.map(
      sql<{ readonly n: number | null }>`SELECT ${whole("SUM(zones)")} AS n FROM dns_zone_counts
        WHERE organization_id = ${organization}${status === undefined ? sql`` : sql` AND dnssec_status = ${status}`}`,
      ([row]) => row?.n ?? 0
    )

  /** The rows of a page, as the driver gives them, and the number of all. */
  return Effect.fnUntraced(function*(
    organization: OrganizationId,
    filter: ZoneFilter,
    { by, order }: Sort<ZoneSortField>,
    page: PageRequest
  ) {
    const plain = conditionsOf(filter)
    const { column: sortColumn, row: base } = sortColumns[by]
    const wanted = wantedTags(organization, filter.tag_ids, filter.tag_mode)
    const id = (row: RowName) => sql.literal(`${row}.dns_zone_id`)
    const tagsOn = (row: RowName) => tagConditions(sql, tagTable, wanted, id(row), fewRows)
    const search = yield* searchConditions(filter.search)
    const has = { plain: plain.length > 0, tags: wanted.values.length > 0, search: search.total.conditions.length > 0 }

    const countMatching = Effect.gen(function*() {
      const row = plain.some((condition) => condition.row === "z") || has.search || !has.plain ? "z" : "s"
      const [all] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n ${
        matching(organization, row, plain, true, { tags: yield* tagsOn(row), search: search.total })
      }`
      return all?.n ?? 0
    })
    const onlyStatus = plain.every((condition) => condition.column === "dnssec_status")
    const total = yield* has.tags && !has.plain && !has.search
      ? countByTags(sql, tagTable, wanted, counted(organization, undefined))
      : !has.tags && !has.search && onlyStatus
      ? counted(organization, filter.dnssec_status)
      : countMatching

    const direction = sql.literal(order)
    const rows = yield* sql<ContentRow>`${selection.content} WHERE z.dns_zone_id IN (
        SELECT ${id(base)} ${
      matching(organization, base, plain, total <= fewRows, { tags: yield* tagsOn(base), search: search.page })
    } ORDER BY ${sql.literal(`${base}.${sortColumn}`)} ${direction}, ${id(base)} ${direction}
        LIMIT ${page.page_size} OFFSET ${offset(page)}
      ) ORDER BY ${sql.literal(`${base}.${sortColumn}`)} ${direction}, ${id(base)} ${direction}`
    return { rows, total }
  })
}
