import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { newContact, newDomain } from "@namewright/conformance"
import { ContactStore } from "@namewright/core/contacts"
import { DomainStore } from "@namewright/core/domains"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
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

layer(database, { timeout: "60 seconds" })("The query for domains that wait for a contact", (it) => {
  it.effect("scans no large table", () =>
    Effect.gen(function*() {
      const contact = yield* crowd
      const sql = yield* SqlClient.SqlClient
      const plansOf = Effect.fnUntraced(function*(work: Effect.Effect<unknown, never, DomainStore>) {
        const statements: Array<Statement.Statement<unknown>> = []
        yield* work.pipe(
          Effect.provideService(Statement.CurrentTransformer, (statement) =>
            Effect.sync(() => {
              statements.push(statement as Statement.Statement<unknown>)
              return statement
            }))
        )
        return yield* Effect.forEach(statements, (statement) => {
          const [text, parameters] = statement.compile()
          return sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters)
        })
      })
      const now = yield* Instant.now
      const plans = yield* plansOf(DomainStore.use(({ awaitingContact }) => awaitingContact(contact, now, 500)))
      assert.lengthOf(plans, 1)
      assert.deepStrictEqual(sequentialScans(plans), [])
      // A query without an index proves that the plans are checked.
      const unserved = yield* sql.unsafe("EXPLAIN (FORMAT JSON) SELECT * FROM domains WHERE policy_verification = 'x'")
      assert.include(sequentialScans(unserved), "domains")
    }))
})
