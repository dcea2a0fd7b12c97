import type { DomainStore } from "@namewright/core/domains"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"

/** Queries of a domain store for the use of contacts, and of attribute sets by way of their links to contacts. */
export const contactUsage = (
  sql: SqlClient.SqlClient
): Pick<DomainStore["Service"], "usesAttributeSet" | "usesContact"> => ({
  usesContact: Effect.fnUntraced(function*(contact) {
    const rows = yield* sql`SELECT 1 AS one FROM domain_contacts WHERE contact_id = ${contact} LIMIT 1`
    return rows.length > 0
  }, orDieSql),

  usesAttributeSet: Effect.fnUntraced(function*(set, contact) {
    const rows = yield* sql`SELECT 1 AS one FROM contact_attribute_links l
      JOIN domain_contacts c ON c.contact_id = l.contact_id
      JOIN domains d ON d.domain_no = c.domain_no AND d.tld = l.tld
      WHERE l.contact_attribute_set_id = ${set} ${contact === undefined ? sql`` : sql`AND l.contact_id = ${contact}`}
      LIMIT 1`
    return rows.length > 0
  }, orDieSql)
})
