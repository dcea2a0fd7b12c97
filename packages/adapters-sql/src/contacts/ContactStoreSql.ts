import { Contact, ContactId, ContactStore, type ContactTags } from "@namewright/core/contacts"
import type { OrganizationId } from "@namewright/core/shared"
import { StatusTagType, TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { BooleanColumn, InstantColumn, type InstantValue, orDieSql, readInstant } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { ownerIn } from "../ownerIn.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { FewRows } from "../tags/TagConditions.ts"
import { removeLinks } from "./AttributeLinksSql.ts"
import { contactList } from "./ContactListSql.ts"
import { searchText } from "./ContactSearch.ts"

const ContactRow = Schema.Struct({
  ...Contact.fields,
  disclose: BooleanColumn,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const TaggedRow = Schema.Struct({ contact_id: ContactId, tag_id: TagId })
const MarkedRow = Schema.Struct({ contact_id: ContactId, tag_type: StatusTagType })

/**
 * Row as returned by the drivers. Every change of a domain reads its contacts, so rows are converted without a schema.
 */
type StoredContact =
  & Omit<Contact, "disclose" | "created_on" | "updated_on">
  & { readonly disclose: boolean | number; readonly created_on: InstantValue; readonly updated_on: InstantValue }

const contactOf = (row: StoredContact): Contact => ({
  ...row,
  disclose: Boolean(row.disclose),
  created_on: readInstant(row.created_on),
  updated_on: readInstant(row.updated_on)
})

const columns = Object.keys(ContactRow.fields).map((column) => `c.${column}`).join(", ")

export const layer = Layer.effect(
  ContactStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, forKeyShare, forUpdate, isPostgres, shard, texts } = dialect(sql)
    const encode = Schema.encodeSync(ContactRow)
    const contacts = decodedRows(ContactRow)
    const tagged = rowReads(sql, "contact_tags", TaggedRow)
    const marked = rowReads(sql, "contact_status_tags", MarkedRow)
    const list = contactList(sql, yield* FewRows)

    const countChange = (organization: OrganizationId, change: 1 | -1) =>
      sql`INSERT INTO contact_counts (organization_id, shard, contacts) VALUES (${organization}, ${shard}, ${change})
        ON CONFLICT (organization_id, shard) DO UPDATE SET contacts = contact_counts.contacts + excluded.contacts`

    const owned = (organization: OrganizationId, ids: ReadonlyArray<ContactId>) =>
      sql`c.organization_id = ${organization} AND ${sql.in("c.contact_id", ids)}`

    const select = Effect.fnUntraced(function*(organization: OrganizationId, ids: ReadonlyArray<ContactId>) {
      if (ids.length === 0) return []
      const rows = yield* sql<StoredContact>`SELECT ${sql.literal(columns)} FROM contacts c
        WHERE ${owned(organization, ids)}`
      return rows.map(contactOf)
    }, orDieSql)

    const lock = Effect.fnUntraced(function*(
      organization: OrganizationId,
      ids: ReadonlyArray<ContactId>,
      strength: Statement.Fragment
    ) {
      if (ids.length === 0) return new Set<ContactId>()
      const rows = yield* sql<Pick<Contact, "contact_id">>`SELECT c.contact_id FROM contacts c
        WHERE ${owned(organization, ids)} ${strength}`
      return new Set(rows.map(({ contact_id }) => contact_id))
    }, orDieSql)

    return ContactStore.of({
      insert: Effect.fnUntraced(function*(contact) {
        const row = { ...encode(contact), disclose: bool(contact.disclose), search_text: searchText(contact) }
        yield* sql`INSERT INTO contacts ${sql.insert(row)}`
        yield* countChange(contact.organization_id, 1)
        if (isPostgres) return
        yield* sql`INSERT INTO contact_search (rowid, search_text)
          SELECT search_row, search_text FROM contacts WHERE contact_id = ${contact.contact_id}`
      }, orDieSql),

      ownerOf: ownerIn(sql, "contacts", "contact_id"),

      find: (organization, id) =>
        Effect.map(select(organization, [id]), ([contact]) => Option.fromUndefinedOr(contact)),

      findMany: select,

      existing: Effect.fnUntraced(function*(organization, ids) {
        if (ids.length === 0) return new Set<ContactId>()
        // A condition on the organization would make SQLite scan all of its contacts.
        const rows = yield* sql<Pick<Contact, "contact_id" | "organization_id">>`SELECT contact_id, organization_id
          FROM contacts WHERE contact_id IN ${texts(ids)}`
        return new Set(
          rows.filter(({ organization_id }) => organization_id === organization).map(({ contact_id }) => contact_id)
        )
      }, orDieSql),

      lock: (organization, ids) => lock(organization, ids, forKeyShare),

      lockExclusively: (organization, id) =>
        Effect.map(lock(organization, [id], forUpdate), (locked) => locked.size > 0),

      remove: Effect.fnUntraced(function*(organization, id) {
        const own = sql`organization_id = ${organization} AND contact_id = ${id}`
        yield* sql`DELETE FROM contact_tags WHERE ${own}`
        yield* sql`DELETE FROM contact_status_tags WHERE ${own}`
        yield* removeLinks(sql, own)
        yield* sql`DELETE FROM contact_claims WHERE ${own}`
        yield* sql`DELETE FROM contact_demands WHERE ${own}`
        yield* sql`DELETE FROM contact_verifications WHERE ${own}`
        if (!isPostgres) {
          yield* sql`DELETE FROM contact_search WHERE rowid = (SELECT search_row FROM contacts WHERE ${own})`
        }
        const removed = yield* sql`DELETE FROM contacts WHERE ${own} RETURNING contact_id`
        if (removed.length > 0) yield* countChange(organization, -1)
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization, filter, sort, page) {
        const { items, total } = yield* list(organization, filter, columns, sort, page)
        return { items: yield* contacts.allOf(Effect.succeed(items)), total, ...page }
      }, orDieSql),

      tagsOf: Effect.fnUntraced(function*(organization, ids) {
        if (ids.length === 0) return new Map()
        const carriers = sql`organization_id = ${organization} AND ${sql.in("contact_id", ids)}`
        const tagRows = yield* tagged.all(carriers, sql`ORDER BY tag_id`)
        const markRows = yield* marked.all(carriers, sql`ORDER BY tag_type`)
        const tags = Arr.groupBy(tagRows, (row) => row.contact_id)
        const status_tags = Arr.groupBy(markRows, (row) => row.contact_id)
        return new Map(ids.map((id): [ContactId, ContactTags] => [id, {
          tags: (tags[id] ?? []).map((row) => row.tag_id),
          status_tags: (status_tags[id] ?? []).map((row) => row.tag_type)
        }]))
      }, orDieSql)
    })
  })
)
