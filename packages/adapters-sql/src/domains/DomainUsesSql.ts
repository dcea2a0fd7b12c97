import type { AttributeSetId, ContactId, ContactRoleUse } from "@namewright/core/contacts"
import type { Domain, DomainContact, DomainStore, PolicyVerification } from "@namewright/core/domains"
import type { DomainId, Hostname, Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import type { DomainRow } from "./DomainRow.ts"
import { domainConditions } from "./list/DomainConditionsSql.ts"

type UsingRow = Pick<DomainRow, "contacts" | "name" | "tld">

/** Queries for the domains that use a contact, an attribute set or a nameserver. */
export const domainUses = (
  sql: SqlClient.SqlClient
): Pick<
  DomainStore["Service"],
  | "awaitingContact"
  | "contactUses"
  | "namesWithContact"
  | "registeredBy"
  | "requiredClaims"
  | "usesAttributeSet"
  | "usesContact"
  | "usesNameserver"
> => {
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

    contactUses: Effect.fnUntraced(function*(contact: ContactId) {
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

    registeredBy: Effect.fnUntraced(
      function*(contact: ContactId, registry: string, after: DomainId | null, limit: number) {
        const roles = sql.onDialectOrElse({
          pg: () => sql`json_array_elements(d.contacts::json) AS e(value)`,
          orElse: () => sql`json_each(d.contacts) AS e`
        })
        const rows = yield* sql<Pick<DomainRow, "domain_id">>`SELECT d.domain_id
        FROM domain_contacts c JOIN domains d ON d.domain_no = c.domain_no
        WHERE c.contact_id = ${contact} AND d.registry = ${registry}
          AND EXISTS (SELECT 1 FROM ${roles}
            WHERE e.value ->> 'contact_id' = ${contact} AND e.value ->> 'contact_type' = 'registrant')
          ${after === null ? sql`` : sql`AND c.domain_no > (SELECT domain_no FROM domains WHERE domain_id = ${after})`}
        ORDER BY c.domain_no LIMIT ${limit}`
        return rows.map(({ domain_id }) => domain_id)
      },
      orDieSql
    ),

    requiredClaims: Effect.fnUntraced(function*(contact: ContactId) {
      const rows = yield* sql<{ readonly policy_verification: string }>`SELECT d.policy_verification
        FROM domain_contacts c JOIN domains d ON d.domain_no = c.domain_no
        WHERE c.contact_id = ${contact} AND d.policy_verification IS NOT NULL`
      const verifications = rows.map((row) =>
        JSON.parse(row.policy_verification) as Pick<PolicyVerification, "claims" | "contacts">
      )
      const asked = verifications.filter(({ contacts }) => contacts.includes(contact))
      return [...new Set(asked.flatMap(({ claims }) => claims))]
    }, orDieSql),

    awaitingContact: Effect.fnUntraced(function*(contact: ContactId, now: Instant.Instant, limit: number) {
      const rows = yield* sql<Pick<DomainRow, "domain_id">>`SELECT DISTINCT d.domain_id, d.domain_no
        FROM contacts c
        JOIN contacts same ON same.organization_id = c.organization_id AND same.email = c.email
        JOIN domain_contacts named ON named.contact_id = same.contact_id
        JOIN domains d ON d.domain_no = named.domain_no
        WHERE c.contact_id = ${contact} AND d.policy_verification IS NOT NULL
          AND (d.next_action_on IS NULL OR d.next_action_on > ${DateTime.formatIso(now)})
        ORDER BY d.domain_no LIMIT ${limit}`
      return rows.map(({ domain_id }) => domain_id)
    }, orDieSql),

    usesNameserver: Effect.fnUntraced(function*(hostname: Hostname) {
      const rows = yield* sql`SELECT 1 AS one FROM domain_nameserver_sets s
        WHERE ${hostnamesContain(` ${hostname} `)}
          AND EXISTS (SELECT 1 FROM domain_keys k WHERE k.nameserver_set_no = s.nameserver_set_no) LIMIT 1`
      return rows.length > 0
    }, orDieSql)
  }
}
