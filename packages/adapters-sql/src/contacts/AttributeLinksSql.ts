import type { AttributeSetId } from "@namewright/core/contacts"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Adds to the number of contacts that have a set. */
export const countLinks = (
  sql: SqlClient.SqlClient,
  set: AttributeSetId,
  change: number
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.asVoid(
    sql`INSERT INTO contact_attribute_link_counts (contact_attribute_set_id, shard, links)
      VALUES (${set}, ${dialect(sql).shard}, ${change})
      ON CONFLICT (contact_attribute_set_id, shard)
        DO UPDATE SET links = contact_attribute_link_counts.links + excluded.links`
  )

/** Deletes links of one contact; returns the number. */
export const removeLinks = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  where: Statement.Fragment
): Effect.fn.Return<number, SqlError.SqlError> {
  const removed = yield* sql<{ readonly contact_attribute_set_id: AttributeSetId }>`DELETE FROM contact_attribute_links
    WHERE ${where} RETURNING contact_attribute_set_id`
  for (const { contact_attribute_set_id } of removed) yield* countLinks(sql, contact_attribute_set_id, -1)
  return removed.length
})
