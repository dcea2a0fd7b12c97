import { ContactId } from "@namewright/core/contacts"
import type { TaggedObjects } from "@namewright/core/tags"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { tagAssignments } from "../tags/TagAssignmentsSql.ts"

const isContactId = Schema.is(ContactId)

/** Tags of contacts. Contacts have no names, so a reference is an id. */
export const make: Effect.Effect<TaggedObjects, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { forNoKeyUpdate } = dialect(sql)

  return {
    resolve: Effect.fnUntraced(function*(organization, references) {
      const ids = references.filter((reference) => isContactId(reference))
      if (ids.length === 0) return new Map()
      const rows = yield* sql<{ readonly contact_id: string }>`SELECT contact_id FROM contacts
        WHERE organization_id = ${organization} AND ${sql.in("contact_id", ids)}
        ORDER BY contact_id ${forNoKeyUpdate}`
      return new Map(rows.map(({ contact_id }) => [contact_id, contact_id]))
    }, orDieSql),

    ...tagAssignments(sql, { objects: "contacts", id: "contact_id", assignments: "contact_tags" }),

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
