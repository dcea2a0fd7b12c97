import type { AttributeSetId, ContactId } from "@namewright/core/contacts"
import type { Domain, DomainStore } from "@namewright/core/domains"
import type { Hostname } from "@namewright/core/shared"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { domainConditions } from "./list/DomainConditionsSql.ts"

/** Queries for the domains that use a contact, an attribute set or a nameserver. */
export const domainUses = (
  sql: SqlClient.SqlClient
): Pick<DomainStore["Service"], "namesWithContact" | "usesAttributeSet" | "usesContact" | "usesNameserver"> => {
  const { hostnamesContain } = domainConditions(sql)
  return {
    usesContact: Effect.fnUntraced(function*(contact: ContactId) {
      const rows = yield* sql`SELECT 1 AS one FROM domain_contacts WHERE contact_id = ${contact} LIMIT 1`
      return rows.length > 0
    }, orDieSql),

    usesAttributeSet: Effect.fnUntraced(function*(set: AttributeSetId, contact?: ContactId) {
      const rows = yield* sql`SELECT 1 AS one FROM contact_attribute_links l
        JOIN domain_contacts c ON c.contact_id = l.contact_id
        JOIN domains d ON d.domain_no = c.domain_no AND d.tld = l.tld
        WHERE l.contact_attribute_set_id = ${set} ${contact === undefined ? sql`` : sql`AND l.contact_id = ${contact}`}
        LIMIT 1`
      return rows.length > 0
    }, orDieSql),

    namesWithContact: Effect.fnUntraced(function*(contact: ContactId, atMost: number) {
      const rows = yield* sql<Pick<Domain, "name">>`SELECT name FROM domains WHERE domain_no IN (
        SELECT domain_no FROM domain_contacts WHERE contact_id = ${contact} ORDER BY domain_no LIMIT ${atMost})
        ORDER BY name`
      return rows.map(({ name }) => name)
    }, orDieSql),

    usesNameserver: Effect.fnUntraced(function*(hostname: Hostname) {
      const rows = yield* sql`SELECT 1 AS one FROM domain_nameserver_sets s
        WHERE ${hostnamesContain(` ${hostname} `)}
          AND EXISTS (SELECT 1 FROM domain_keys k WHERE k.nameserver_set_no = s.nameserver_set_no) LIMIT 1`
      return rows.length > 0
    }, orDieSql)
  }
}
