import { ContactId } from "@namewright/core/contacts"
import type { TaggedObjects, TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

/** Assignments that one statement makes or takes away at most. */
const assignmentsPerStatement = 50_000

const isContactId = Schema.is(ContactId)
const decodeCounts = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ tag_id: Schema.String, n: IntegerColumn }))
)

/** Runs a statement that answers a row for each assignment it touched, over a bounded number of contacts each. */
const touched = <E>(
  tags: number,
  contacts: ReadonlyArray<string>,
  statement: (contacts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<unknown>, E>
) => {
  if (contacts.length === 0) return Effect.succeed(0)
  const chunks = Arr.chunksOf(contacts, Math.max(1, Math.floor(assignmentsPerStatement / Math.max(1, tags))))
  return Effect.map(
    Effect.forEach(chunks, statement),
    (answers) => answers.reduce((sum, rows) => sum + rows.length, 0)
  )
}

/** Which contacts carry which tags. Contacts have no names, so a reference to one is its id. */
export const make: Effect.Effect<TaggedObjects, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { count, forNoKeyUpdate } = dialect(sql)

  return {
    resolve: Effect.fnUntraced(function*(organization, references) {
      const ids = references.filter((reference) => isContactId(reference))
      if (ids.length === 0) return new Map()
      const rows = yield* sql<{ readonly contact_id: string }>`SELECT contact_id FROM contacts
        WHERE organization_id = ${organization} AND ${sql.in("contact_id", ids)}
        ORDER BY contact_id ${forNoKeyUpdate}`
      return new Map(rows.map(({ contact_id }) => [contact_id, contact_id]))
    }, orDieSql),

    add: (organization, tags, contacts) =>
      tags.length === 0
        ? Effect.succeed(0)
        : orDieSql(touched(tags.length, contacts, (chunk) =>
          sql`INSERT INTO contact_tags (organization_id, tag_id, contact_id)
            SELECT tags.organization_id, tags.tag_id, contacts.contact_id FROM tags CROSS JOIN contacts
            WHERE tags.organization_id = ${organization} AND ${sql.in("tags.tag_id", tags)}
              AND contacts.organization_id = ${organization} AND ${sql.in("contacts.contact_id", chunk)}
            ON CONFLICT DO NOTHING RETURNING 1 AS one`)),

    remove: (organization, tags, contacts) =>
      tags.length === 0
        ? Effect.succeed(0)
        : orDieSql(touched(tags.length, contacts, (chunk) =>
          sql`DELETE FROM contact_tags WHERE organization_id = ${organization}
            AND ${sql.in("tag_id", tags)} AND ${sql.in("contact_id", chunk)} RETURNING 1 AS one`)),

    retain: (organization, tags, contacts) =>
      orDieSql(
        touched(1, contacts, (chunk) =>
          sql`DELETE FROM contact_tags WHERE organization_id = ${organization} AND ${sql.in("contact_id", chunk)}
          AND ${tags.length === 0 ? sql`TRUE` : sql`NOT ${sql.in("tag_id", tags)}`} RETURNING 1 AS one`)
      ),

    clear: Effect.fnUntraced(function*(organization, tag) {
      yield* sql`DELETE FROM contact_tags WHERE organization_id = ${organization} AND tag_id = ${tag}`
    }, orDieSql),

    count: Effect.fnUntraced(function*(organization, tags) {
      if (tags.length === 0) return new Map()
      const rows = yield* sql`SELECT tag_id, ${count} AS n FROM contact_tags
        WHERE organization_id = ${organization} AND ${sql.in("tag_id", tags)} GROUP BY tag_id`
      return new Map((yield* decodeCounts(rows)).map(({ n, tag_id }) => [tag_id as TagId, n]))
    }, orDieSql),

    setStatus: Effect.fnUntraced(function*(organization, contact, tag) {
      yield* sql`INSERT INTO contact_status_tags (organization_id, tag_type, contact_id)
        SELECT organization_id, ${tag}, contact_id FROM contacts
        WHERE organization_id = ${organization} AND contact_id = ${contact}
        ON CONFLICT DO NOTHING`
    }, orDieSql),

    clearStatus: Effect.fnUntraced(function*(organization, contact, tag) {
      yield* sql`DELETE FROM contact_status_tags
        WHERE organization_id = ${organization} AND tag_type = ${tag} AND contact_id = ${contact}`
    }, orDieSql)
  }
})
