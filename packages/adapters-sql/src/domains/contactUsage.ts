import type { ContactRoleUse } from "@namewright/core/contacts"
import type { DomainContact, DomainStore } from "@namewright/core/domains"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import type { DomainRow } from "./DomainRow.ts"

type UsingRow = Pick<DomainRow, "contacts" | "name" | "tld">

/** Queries of a domain store for the roles of contacts, and for the domains that name a contact. */
export const contactUsage = (
  sql: SqlClient.SqlClient
): Pick<DomainStore["Service"], "contactUses" | "withContact"> => ({
  contactUses: Effect.fnUntraced(function*(contact) {
    const rows = yield* sql<UsingRow>`SELECT d.tld, d.contacts, MIN(d.name) AS name
      FROM domain_contacts c JOIN domains d ON d.domain_no = c.domain_no
      WHERE c.contact_id = ${contact} GROUP BY d.tld, d.contacts`
    const uses = new Map<string, ContactRoleUse>()
    // Domains of one TLD may name the contact in different roles, or beside other contacts.
    for (const { contacts, name, tld } of rows) {
      for (const { contact_id, contact_type } of JSON.parse(contacts) as ReadonlyArray<DomainContact>) {
        if (contact_id === contact) uses.set(`${tld} ${contact_type}`, { tld, contact_type, name })
      }
    }
    return [...uses.values()]
  }, orDieSql),

  withContact: Effect.fnUntraced(function*(contact, registry, limit) {
    const rows = yield* sql<Pick<DomainRow, "domain_id">>`SELECT d.domain_id
      FROM domain_contacts c JOIN domains d ON d.domain_no = c.domain_no
      WHERE c.contact_id = ${contact} AND d.registry = ${registry} ORDER BY d.domain_no LIMIT ${limit}`
    return rows.map(({ domain_id }) => domain_id)
  }, orDieSql)
})
