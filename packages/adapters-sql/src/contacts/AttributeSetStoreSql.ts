import {
  AttributeLink,
  AttributeLinkAlreadyExists,
  AttributeSet,
  type AttributeSetId,
  AttributeSetLabelAlreadyExists,
  type AttributeSetRecord,
  AttributeSetStore,
  ContactId,
  LinkedAttributeSet
} from "@namewright/core/contacts"
import { type OrganizationId, Text } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { InstantColumn, json, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"
import { FewRows } from "../tags/TagConditions.ts"
import { countLinks, removeLinks } from "./AttributeLinksSql.ts"
import { attributeSetList } from "./AttributeSetListSql.ts"

const attributes = json(AttributeSet.fields.attributes)

const StoredSet = Schema.Struct({
  ...Struct.omit(AttributeSet.fields, ["linked_contacts"]),
  attributes,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const SetRow = Schema.Struct({ ...StoredSet.fields, linked_contacts: AttributeSet.fields.linked_contacts })
const LinkRow = Schema.Struct({ ...AttributeLink.fields, created_on: InstantColumn })
const LinkedRow = Schema.Struct({ contact_id: ContactId, ...LinkedAttributeSet.fields, attributes })

const labelTaken = ({ label }: AttributeSetRecord) =>
  onUniqueViolation(() => new AttributeSetLabelAlreadyExists({ label }))

export const layer = Layer.effect(
  AttributeSetStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forKeyShare, forUpdate, isPostgres, shard, whole } = dialect(sql)
    const encodeSet = Schema.encodeSync(StoredSet)
    const encodeLink = Schema.encodeSync(LinkRow)
    const sets = decodedRows(SetRow)
    const linked = decodedRows(LinkedRow)
    const list = attributeSetList(sql, yield* FewRows)

    const columns = sql`${sql.literal(Object.keys(StoredSet.fields).map((column) => `s.${column}`).join(", "))},
      COALESCE((SELECT ${whole("SUM(n.links)")} FROM contact_attribute_link_counts n
        WHERE n.contact_attribute_set_id = s.contact_attribute_set_id), 0) AS linked_contacts`

    const one = (organization: OrganizationId, id: AttributeSetId, lock: Statement.Fragment = sql``) =>
      sets.firstOf(
        sql`SELECT ${columns} FROM contact_attribute_sets s
          WHERE s.organization_id = ${organization} AND s.contact_attribute_set_id = ${id} ${lock}`
      )

    const countSets = ({ organization_id, tld }: Pick<AttributeSet, "organization_id" | "tld">, change: 1 | -1) =>
      sql`INSERT INTO contact_attribute_set_counts (organization_id, tld, shard, sets)
        VALUES (${organization_id}, ${tld}, ${shard}, ${change})
        ON CONFLICT (organization_id, tld, shard)
          DO UPDATE SET sets = contact_attribute_set_counts.sets + excluded.sets`

    const index = (id: AttributeSetId) =>
      sql`INSERT INTO contact_attribute_set_search (rowid, label_folded)
        SELECT search_row, label_folded FROM contact_attribute_sets WHERE contact_attribute_set_id = ${id}`

    const unindex = (id: AttributeSetId) =>
      sql`DELETE FROM contact_attribute_set_search
        WHERE rowid = (SELECT search_row FROM contact_attribute_sets WHERE contact_attribute_set_id = ${id})`

    return AttributeSetStore.of({
      insert: Effect.fnUntraced(function*(set) {
        const row = { ...encodeSet(set), label_folded: Text.foldCase(set.label) }
        yield* labelTaken(set)(sql`INSERT INTO contact_attribute_sets ${sql.insert(row)}`)
        yield* orDieSql(countSets(set, 1))
        if (!isPostgres) yield* orDieSql(index(set.contact_attribute_set_id))
      }),

      find: (organization, id) => one(organization, id),

      lock: (organization, id) => one(organization, id, forKeyShare),

      lockForChange: (organization, id) => one(organization, id, forUpdate),

      rename: Effect.fnUntraced(function*(set) {
        const { contact_attribute_set_id: id, label, organization_id } = set
        const row = { label, label_folded: Text.foldCase(label), updated_on: encodeSet(set).updated_on }
        yield* labelTaken(set)(
          sql`UPDATE contact_attribute_sets SET ${sql.update(row)}
            WHERE organization_id = ${organization_id} AND contact_attribute_set_id = ${id}`
        )
        if (isPostgres) return
        yield* orDieSql(unindex(id))
        yield* orDieSql(index(id))
      }),

      remove: Effect.fnUntraced(function*(organization, id) {
        const own = sql`organization_id = ${organization} AND contact_attribute_set_id = ${id}`
        yield* sql`DELETE FROM contact_attribute_links WHERE ${own}`
        if (!isPostgres) yield* unindex(id)
        const removed = yield* sql<
          { readonly tld: string }
        >`DELETE FROM contact_attribute_sets WHERE ${own} RETURNING tld`
        for (const { tld } of removed) {
          yield* sql`DELETE FROM contact_attribute_link_counts WHERE contact_attribute_set_id = ${id}`
          yield* countSets({ organization_id: organization, tld }, -1)
        }
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization, filter, sort, page) {
        const { items, total } = yield* list(organization, filter, columns, sort, page)
        return { items: yield* sets.allOf(Effect.succeed(items)), total, ...page }
      }, orDieSql),

      link: Effect.fnUntraced(function*(organization_id, link) {
        const { contact_attribute_set_id, contact_id, tld } = link
        yield* sql`INSERT INTO contact_attribute_links ${sql.insert({ organization_id, ...encodeLink(link) })}`.pipe(
          onUniqueViolation(() => new AttributeLinkAlreadyExists({ contact_id, tld }))
        )
        yield* orDieSql(countLinks(sql, contact_attribute_set_id, 1))
      }),

      unlink: (organization, contact, set) =>
        orDieSql(Effect.map(
          removeLinks(
            sql,
            sql`organization_id = ${organization} AND contact_id = ${contact} AND contact_attribute_set_id = ${set}`
          ),
          (removed) => removed > 0
        )),

      linkedTo: Effect.fnUntraced(function*(organization, contacts, tld) {
        if (contacts.length === 0) return new Map<ContactId, ReadonlyArray<LinkedAttributeSet>>()
        const rows = yield* linked.allOf(
          sql`SELECT l.contact_id, s.contact_attribute_set_id, s.label, s.tld, s.attributes
            FROM contact_attribute_links l
            JOIN contact_attribute_sets s ON s.contact_attribute_set_id = l.contact_attribute_set_id
            WHERE ${sql.in("l.contact_id", contacts)} AND l.organization_id = ${organization}
              ${tld === undefined ? sql`` : sql`AND l.tld = ${tld}`}
            ORDER BY l.contact_id, l.tld`
        )
        return new Map(
          Object.values(Arr.groupBy(rows, (row) => row.contact_id)).map((own) =>
            [own[0].contact_id, own.map((row): LinkedAttributeSet => Struct.omit(row, ["contact_id"]))] as const
          )
        )
      })
    })
  })
)
