import type { SqlClient, Statement } from "effect/sql"

/**
 * Due time of a publication with another wanted serial. A leased row keeps the end of its lease, so that a second
 * publisher does not send a newer version that the first one overwrites. Its outcome makes the row due at once.
 */
export const dueOutsideLease = (sql: SqlClient.SqlClient, due_on: Statement.Fragment) =>
  sql`COALESCE(CASE WHEN dns_publications.process_id IS NOT NULL THEN dns_publications.due_on END, ${due_on})`
