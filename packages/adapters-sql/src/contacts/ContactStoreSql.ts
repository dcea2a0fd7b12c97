import { Contact, type ContactFilter, ContactId, ContactStore, type ContactTags } from "@namewright/core/contacts"
import { offset, type OrganizationId } from "@namewright/core/shared"
import { StatusTagType, TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { BooleanColumn, InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { tagConditions } from "../tags/TagConditions.ts"
import { searchConditions, searchText } from "./ContactSearch.ts"

const ContactRow = Schema.Struct({
  ...Contact.fields,
  disclose: BooleanColumn,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const columns = Object.keys(ContactRow.fields).map((column) => `c.${column}`).join(", ")

const tagTable = { table: "contact_tags", tag: "tag_id", object: "contact_id" }
const statusTagTable = { table: "contact_status_tags", tag: "tag_type", object: "contact_id" }

export const layer = Layer.effect(
  ContactStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, count, forKeyShare, forUpdate, isPostgres } = dialect(sql)
    const encode = Schema.encodeSync(ContactRow)
    const decode = Schema.decodeUnknownEffect(Schema.Array(ContactRow))
    const instant = Schema.encodeSync(InstantColumn)

    const bounds = ({ created_after, created_before }: ContactFilter) => [
      ...(created_after === undefined ? [] : [sql`c.created_on > ${instant(created_after)}`]),
      ...(created_before === undefined ? [] : [sql`c.created_on < ${instant(created_before)}`])
    ]

    const usage = (in_use: boolean | undefined) => {
      if (in_use === undefined) return []
      const used = sql`EXISTS (SELECT 1 FROM domain_contacts WHERE domain_contacts.contact_id = c.contact_id)`
      return [in_use ? used : sql`NOT ${used}`]
    }

    const conditions = (organization: OrganizationId, filter: ContactFilter) =>
      sql.and([
        sql`c.organization_id = ${organization}`,
        ...searchConditions(sql, filter),
        ...(filter.country === undefined ? [] : [sql`c.country = ${filter.country}`]),
        ...bounds(filter),
        ...tagConditions(sql, tagTable, organization, sql`c.contact_id`, filter.tag_ids, filter.tag_mode),
        ...tagConditions(
          sql,
          statusTagTable,
          organization,
          sql`c.contact_id`,
          filter.status_tags,
          filter.status_tag_mode
        ),
        ...usage(filter.in_use)
      ])

    const select = Effect.fnUntraced(function*(
      organization: OrganizationId,
      ids: ReadonlyArray<ContactId>,
      lock: Statement.Fragment
    ) {
      if (ids.length === 0) return []
      const rows = yield* sql`SELECT ${sql.literal(columns)} FROM contacts c
        WHERE c.organization_id = ${organization} AND ${sql.in("c.contact_id", ids)} ${lock}`
      return yield* decode(rows)
    }, orDieSql)

    return ContactStore.of({
      insert: Effect.fnUntraced(function*(contact) {
        const row = { ...encode(contact), disclose: bool(contact.disclose), search_text: searchText(contact) }
        yield* sql`INSERT INTO contacts ${sql.insert(row)}`
        if (isPostgres) return
        yield* sql`INSERT INTO contact_search (rowid, search_text)
          SELECT search_row, search_text FROM contacts WHERE contact_id = ${contact.contact_id}`
      }, orDieSql),

      find: (organization, id) =>
        Effect.map(select(organization, [id], sql``), ([contact]) => Option.fromNullishOr(contact)),

      findMany: (organization, ids) => select(organization, ids, sql``),

      lock: (organization, ids) => select(organization, ids, forKeyShare),

      lockForRemoval: (organization, id) =>
        Effect.map(select(organization, [id], forUpdate), (contacts) => contacts.length > 0),

      remove: Effect.fnUntraced(function*(organization, id) {
        const own = sql`organization_id = ${organization} AND contact_id = ${id}`
        yield* sql`DELETE FROM contact_tags WHERE ${own}`
        yield* sql`DELETE FROM contact_status_tags WHERE ${own}`
        if (!isPostgres) {
          yield* sql`DELETE FROM contact_search WHERE rowid = (SELECT search_row FROM contacts WHERE ${own})`
        }
        yield* sql`DELETE FROM contacts WHERE ${own}`
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization, filter, { by, order }, page) {
        const where = conditions(organization, filter)
        const direction = sql.literal(order)
        const sorted = sql`ORDER BY c.${sql(by)} ${direction}, c.contact_id ${direction}`
        // The rows themselves are read for the page alone; skipping to it stays in the index.
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM contacts c
          WHERE c.contact_id IN (
            SELECT c.contact_id FROM contacts c WHERE ${where} ${sorted}
            LIMIT ${page.page_size} OFFSET ${offset(page)}
          ) ${sorted}`
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM contacts c WHERE ${where}`
        return { items: yield* decode(rows), total: total?.n ?? 0, ...page }
      }, orDieSql),

      tagsOf: Effect.fnUntraced(function*(organization, ids) {
        if (ids.length === 0) return new Map()
        const carriers = sql`organization_id = ${organization} AND ${sql.in("contact_id", ids)}`
        const tagged = yield* sql`SELECT contact_id, tag_id FROM contact_tags WHERE ${carriers} ORDER BY tag_id`
        const marked = yield* sql`SELECT contact_id, tag_type FROM contact_status_tags WHERE ${carriers}
          ORDER BY tag_type`
        const tags = Arr.groupBy(yield* decodeTags(tagged), (row) => row.contact_id)
        const status_tags = Arr.groupBy(yield* decodeStatusTags(marked), (row) => row.contact_id)
        return new Map(ids.map((id): [ContactId, ContactTags] => [id, {
          tags: (tags[id] ?? []).map((row) => row.tag_id),
          status_tags: (status_tags[id] ?? []).map((row) => row.tag_type)
        }]))
      }, orDieSql)
    })
  })
)

const decodeTags = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ contact_id: ContactId, tag_id: TagId }))
)
const decodeStatusTags = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ contact_id: ContactId, tag_type: StatusTagType }))
)
