import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { newContact, newDomain } from "@namewright/conformance"
import { ContactStore } from "@namewright/core/contacts"
import { DomainStore } from "@namewright/core/domains"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { sentBy } from "../../../../test/sentStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const count = 20_000

/** Many contacts, each named by one domain. */
const crowd = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const organization = yield* newOrganizationId
  const contact = yield* newContact(organization)
  yield* ContactStore.use(({ insert }) => insert(contact))
  const domain = yield* newDomain(organization, "example.com", {
    contacts: [{ contact_id: contact.contact_id, contact_type: "registrant" }]
  })
  yield* DomainStore.use(({ insert }) => insert(domain))
  yield* sql`INSERT INTO contacts (contact_id, organization_id, first_name, last_name, email, phone, street, city,
      postal_code, country, disclose, search_text, created_on, updated_on)
    SELECT 'contact_' || lpad(n::text, 26, '0'), organization_id, first_name, last_name, n || email, phone, street, city,
      postal_code, country, disclose, search_text, created_on, updated_on
    FROM contacts CROSS JOIN generate_series(1, ${count}) AS n`
  yield* sql`INSERT INTO domains (domain_id, organization_id, name, sld, tld, roid, registry, registry_account_id,
      registrar, renewal_mode, is_premium, read_only, registry_statuses, contacts, nameservers, attributes,
      policy_verification, created_on, updated_on, next_action_on)
    SELECT 'domain_' || lpad(n::text, 26, '0'), organization_id, n || name, n || sld, tld, roid, registry,
      registry_account_id, registrar, renewal_mode, is_premium, read_only, registry_statuses, contacts, nameservers,
      attributes, '{}', created_on, updated_on, created_on + n * interval '1 minute'
    FROM domains CROSS JOIN generate_series(1, ${count}) AS n`
  yield* sql`INSERT INTO domain_contacts (contact_id, domain_no)
    SELECT 'contact_' || right(domain_id, 26), domain_no FROM domains WHERE domain_id <> ${domain.domain_id}`
  yield* sql`VACUUM ANALYZE contacts, domains, domain_contacts`
  return contact.contact_id
})

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

/** Plans of the statements that work sends. */
const plansOf = Effect.fnUntraced(function*(work: Effect.Effect<unknown, never, DomainStore>) {
  const sql = yield* SqlClient.SqlClient
  const { sent } = yield* sentBy("domains", work)
  return yield* Effect.forEach(sent, ({ parameters, text }) => sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters))
})

layer(database, { timeout: "60 seconds" })("Queries of the scheduled work of domains", (it) => {
  it.effect("scan no large table", () =>
    Effect.gen(function*() {
      const contact = yield* crowd
      const sql = yield* SqlClient.SqlClient
      const now = yield* Instant.now
      const awaiting = yield* plansOf(DomainStore.use((store) => store.awaitingContact(contact, now, 500)))
      assert.lengthOf(awaiting, 1)
      assert.deepStrictEqual(sequentialScans(awaiting), [])
      // All domains are due, and the limit ends the query.
      const later = DateTime.add(now, { days: 365 })
      for (const at of [now, later]) {
        const due = yield* plansOf(DomainStore.use((store) => store.due(at, 500)))
        assert.lengthOf(due, 1)
        assert.deepStrictEqual(sequentialScans(due), [])
        assert.include(JSON.stringify(due), "domains_due")
        assert.notInclude(JSON.stringify(due), "Sort")
      }
      // A query without an index proves that the plans are checked.
      const unserved = yield* sql.unsafe("EXPLAIN (FORMAT JSON) SELECT * FROM domains WHERE policy_verification = 'x'")
      assert.include(sequentialScans(unserved), "domains")
    }))
})
