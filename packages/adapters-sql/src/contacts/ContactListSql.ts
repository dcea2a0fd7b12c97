import type { ContactFilter, ContactSortField } from "@namewright/core/contacts"
import { Instant, offset, type OrganizationId, type PageRequest, type Sort } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { InstantColumn } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { countByTags, type RowConditions, tagConditions, type TagTable, wantedTags } from "../tags/TagConditions.ts"
import { searchConditions } from "./ContactSearch.ts"

const tagTable: TagTable = { table: "contact_tags", tag: "tag_id", object: "contact_id" }
const statusTagTable: TagTable = { table: "contact_status_tags", tag: "tag_type", object: "contact_id" }

const encodeInstant = Schema.encodeSync(InstantColumn)

const has = ({ conditions }: RowConditions) => conditions.length > 0

/** Pages of contacts with their totals. All queries name the table `c`. */
export const contactList = (sql: SqlClient.SqlClient, fewRows: number) => {
  const { count, isPostgres, whole } = dialect(sql)

  /** Condition of a row `v` of claims: an email address that is verified now. The index is partial, so it has literals. */
  const emailIsVerified = (organization: OrganizationId, now: Instant.Instant) =>
    sql`v.organization_id = ${organization} AND v.claim = 'EMAIL' AND v.state = 'VERIFIED'
      AND (v.expires_on IS NULL OR v.expires_on > ${encodeInstant(now)})`

  const verifiedCondition = (organization: OrganizationId, { verified }: ContactFilter, now: Instant.Instant) => {
    const claim = sql`EXISTS (SELECT 1 FROM contact_claims v
      WHERE v.contact_id = c.contact_id AND ${emailIsVerified(organization, now)})`
    return verified === undefined ? [] : [verified ? claim : sql`NOT ${claim}`]
  }

  const countVerified = (organization: OrganizationId, now: Instant.Instant) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT ${count} AS n FROM contact_claims v WHERE ${
        emailIsVerified(organization, now)
      }`
        .unprepared,
      ([counted]) => counted?.n ?? 0
    )

  const plainConditions = ({ country, created_after, created_before, in_use }: ContactFilter) => {
    const used = sql`EXISTS (SELECT 1 FROM domain_contacts WHERE domain_contacts.contact_id = c.contact_id)`
    return [
      ...(country === undefined ? [] : [sql`c.country = ${country}`]),
      ...(created_after === undefined ? [] : [sql`c.created_on > ${encodeInstant(created_after)}`]),
      ...(created_before === undefined ? [] : [sql`c.created_on < ${encodeInstant(created_before)}`]),
      ...(in_use === undefined ? [] : [in_use ? used : sql`NOT ${used}`])
    ]
  }

  /**
   * Conjunction of all conditions. The plus sign prevents SQLite from using the organization as access path if another
   * condition is more selective.
   */
  const where = (organization: OrganizationId, parts: ReadonlyArray<RowConditions>): Statement.Fragment =>
    sql.and([
      !isPostgres && parts.some(({ few }) => few)
        ? sql`+c.organization_id = ${organization}`
        : sql`c.organization_id = ${organization}`,
      ...parts.flatMap(({ conditions }) => conditions)
    ])

  const countAll = (organization: OrganizationId) =>
    Effect.map(
      sql<{ readonly n: number | null }>`SELECT ${whole("SUM(contacts)")} AS n FROM contact_counts
        WHERE organization_id = ${organization}`,
      ([counted]) => counted?.n ?? 0
    )

  const rows = (
    condition: Statement.Fragment,
    columns: string,
    { by, order }: Sort<ContactSortField>,
    page: PageRequest
  ) => {
    const direction = sql.literal(order)
    const sorted = sql`ORDER BY c.${sql(by)} ${direction}, c.contact_id ${direction}`
    // Rows are read for the page only; the offset is skipped in the index.
    return sql`SELECT ${sql.literal(columns)} FROM contacts c
      WHERE c.contact_id IN (
        SELECT c.contact_id FROM contacts c WHERE ${condition} ${sorted} LIMIT ${page.page_size} OFFSET ${offset(page)}
      ) ${sorted}`
  }

  /** Rows of a page, as returned by the driver, and the total. */
  return Effect.fnUntraced(function*(
    organization: OrganizationId,
    filter: ContactFilter,
    columns: string,
    sort: Sort<ContactSortField>,
    page: PageRequest
  ) {
    const wanted = wantedTags(organization, filter.tag_ids, filter.tag_mode)
    const wantedStatus = wantedTags(organization, filter.status_tags, filter.status_tag_mode)
    const tags = yield* tagConditions(sql, tagTable, wanted, sql`c.contact_id`, fewRows)
    const statusTags = yield* tagConditions(sql, statusTagTable, wantedStatus, sql`c.contact_id`, fewRows)
    const search = yield* searchConditions(sql, filter, fewRows)
    const plain: RowConditions = { conditions: plainConditions(filter), few: false }
    const now = yield* Instant.now
    const verified: RowConditions = { conditions: verifiedCondition(organization, filter, now), few: false }

    const items = yield* rows(
      where(organization, [plain, tags, statusTags, verified, search.page]),
      columns,
      sort,
      page
    ).unprepared

    const all = countAll(organization)
    const others = [plain, tags, statusTags, search.total].filter(has)
    if (has(verified) && others.length === 0) {
      const some = yield* countVerified(organization, now)
      return { items, total: filter.verified === true ? some : (yield* all) - some }
    }
    if (has(verified) || has(plain) || has(search.total) || (has(tags) && has(statusTags))) {
      const [counted] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM contacts c
        WHERE ${where(organization, [plain, tags, statusTags, verified, search.total])}`.unprepared
      return { items, total: counted?.n ?? 0 }
    }
    if (has(tags)) return { items, total: yield* countByTags(sql, tagTable, wanted, all) }
    if (has(statusTags)) return { items, total: yield* countByTags(sql, statusTagTable, wantedStatus, all) }
    return { items, total: yield* all }
  })
}
