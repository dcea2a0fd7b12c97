import type { AttributeSetFilter, AttributeSetSortField } from "@namewright/core/contacts"
import { offset, type OrganizationId, type PageRequest, type Sort, Text } from "@namewright/core/shared"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { likeLiteral } from "../Substring.ts"
import type { RowConditions } from "../tags/TagConditions.ts"
import { indexedCharacters, phrase } from "./ContactSearch.ts"

/** Conditions on the label, for the page and the total. SQLite looks few rows up in its full text index. */
const labelConditions = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  label: string | undefined,
  fewRows: number
) {
  const text = Text.foldCase(label ?? "")
  const scan: RowConditions = {
    conditions: text === "" ? [] : [sql`s.label_folded LIKE ${`%${likeLiteral(text)}%`} ESCAPE '\\'`],
    few: false
  }
  if ([...text].length < indexedCharacters || dialect(sql).isPostgres) return { page: scan, total: scan }
  const found = sql`FROM contact_attribute_set_search WHERE label_folded MATCH ${phrase(text)}`
  const [counted] = yield* sql<{ readonly n: number }>`SELECT count(*) AS n FROM
    (SELECT 1 ${found} LIMIT ${fewRows + 1})`
  const lookUp: RowConditions = { conditions: [sql`s.search_row IN (SELECT rowid ${found})`], few: true }
  return { page: (counted?.n ?? 0) > fewRows ? scan : lookUp, total: lookUp }
})

/** Pages of attribute sets with their totals. All queries name the table `s`. */
export const attributeSetList = (sql: SqlClient.SqlClient, fewRows: number) => {
  const { count, isPostgres, whole } = dialect(sql)

  /** The plus sign prevents SQLite from using the organization as access path if few labels match. */
  const where = (
    organization: OrganizationId,
    tld: string | undefined,
    { conditions, few }: RowConditions
  ): Statement.Fragment => {
    const looksUp = few && !isPostgres
    return sql.and([
      looksUp ? sql`+s.organization_id = ${organization}` : sql`s.organization_id = ${organization}`,
      ...(tld === undefined ? [] : [looksUp ? sql`+s.tld = ${tld}` : sql`s.tld = ${tld}`]),
      ...conditions
    ])
  }

  const counted = (organization: OrganizationId, tld: string | undefined) =>
    Effect.map(
      sql<{ readonly n: number | null }>`SELECT ${whole("SUM(sets)")} AS n FROM contact_attribute_set_counts
        WHERE organization_id = ${organization} ${tld === undefined ? sql`` : sql`AND tld = ${tld}`}`,
      ([row]) => row?.n ?? 0
    )

  /** Rows of a page, as returned by the driver, and the total. */
  return Effect.fnUntraced(function*(
    organization: OrganizationId,
    { label, tld }: AttributeSetFilter,
    columns: Statement.Fragment,
    { by, order }: Sort<AttributeSetSortField>,
    page: PageRequest
  ) {
    const labels = yield* labelConditions(sql, label, fewRows)
    const direction = sql.literal(order)
    const sorted = sql`ORDER BY s.${sql(by)} ${direction}, s.contact_attribute_set_id ${direction}`
    // Rows and their numbers of contacts are read for the page only.
    const items = yield* sql`SELECT ${columns} FROM contact_attribute_sets s WHERE s.contact_attribute_set_id IN (
        SELECT s.contact_attribute_set_id FROM contact_attribute_sets s
        WHERE ${where(organization, tld, labels.page)} ${sorted} LIMIT ${page.page_size} OFFSET ${offset(page)}
      ) ${sorted}`.unprepared
    if (labels.total.conditions.length === 0) return { items, total: yield* counted(organization, tld) }
    const [matching] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM contact_attribute_sets s
      WHERE ${where(organization, tld, labels.total)}`.unprepared
    return { items, total: matching?.n ?? 0 }
  })
}
