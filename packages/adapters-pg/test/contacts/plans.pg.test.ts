import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { newContact } from "@namewright/conformance"
import { type ContactFilter, type ContactSortField, ContactStore } from "@namewright/core/contacts"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { newTagId } from "@namewright/core/tags"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { sequentialScans } from "../sequentialScans.ts"

const contacts = 20_000

/** Organization with many contacts, a tag on all of them and a tag on few. */
const crowd = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const organization = yield* newOrganizationId
  const tag = yield* newTagId
  const first = yield* newContact(organization)
  yield* ContactStore.use(({ insert }) => insert(first))
  yield* sql`INSERT INTO contacts (contact_id, organization_id, first_name, last_name, email, phone, street, city,
      postal_code, country, disclose, search_text, created_on, updated_on)
    SELECT 'contact_' || lpad(n::text, 26, '0'), organization_id, first_name || n, last_name || n % 999, n || email,
      phone, street, city, postal_code, CASE WHEN n % 100 = 0 THEN 'SE' ELSE country END, disclose,
      'ada' || n || chr(31) || 'lovelace' || n % 999 || chr(31) || chr(31) || n || 'ada@example.com',
      created_on + n * interval '1 second', updated_on
    FROM contacts CROSS JOIN generate_series(1, ${contacts}) AS n`
  yield* sql`INSERT INTO contact_tags SELECT organization_id, ${yield* newTagId}, contact_id FROM contacts`
  yield* sql`INSERT INTO contact_tags SELECT organization_id, ${tag}, contact_id FROM contacts
    WHERE right(contact_id, 3) = '777'`
  yield* sql`INSERT INTO contact_claims (contact_id, organization_id, claim, state, updated_on)
    SELECT contact_id, organization_id, 'EMAIL', 'UNVERIFIED', created_on FROM contacts`
  yield* sql`UPDATE contact_claims SET state = 'VERIFIED' WHERE right(contact_id, 3) = '555'`
  yield* sql`VACUUM ANALYZE contact_claims, contacts, contact_tags, contact_status_tags, contact_counts`
  return { organization, tag }
})

const newestFirst = { by: "created_on", order: "desc" } as const

const plansOf = Effect.fnUntraced(function*(
  organization: OrganizationId,
  filter: ContactFilter,
  sort: { readonly by: ContactSortField; readonly order: "asc" | "desc" },
  page: number
) {
  const sql = yield* SqlClient.SqlClient
  const statements: Array<Statement.Statement<unknown>> = []
  yield* ContactStore.use(({ list }) => list(organization, filter, sort, { page, page_size: 50 })).pipe(
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

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Plans of the lists of contacts", (it) => {
  it.effect("scan no large table", () =>
    Effect.gen(function*() {
      const { organization, tag } = yield* crowd
      const lists: Record<string, ReadonlyArray<unknown>> = {
        default: yield* plansOf(organization, {}, newestFirst, 1),
        deep: yield* plansOf(organization, {}, newestFirst, 300),
        "first names": yield* plansOf(organization, {}, { by: "first_name", order: "asc" }, 1),
        "last names": yield* plansOf(organization, {}, { by: "last_name", order: "desc" }, 1),
        emails: yield* plansOf(organization, {}, { by: "email", order: "asc" }, 1),
        country: yield* plansOf(organization, { country: "SE" }, newestFirst, 1),
        "rare search": yield* plansOf(organization, { search: "lovelace77" }, newestFirst, 1),
        verified: yield* plansOf(organization, { verified: true }, newestFirst, 1),
        unverified: yield* plansOf(organization, { verified: false }, newestFirst, 1),
        "verified in a country": yield* plansOf(organization, { verified: true, country: "SE" }, newestFirst, 1),
        "rare tag": yield* plansOf(organization, { tag_ids: [tag] }, newestFirst, 1)
      }
      // A query without an index proves that the plans are checked.
      const unserved = yield* plansOf(organization, { search: "e" }, newestFirst, 1)
      assert.include(sequentialScans(unserved), "contacts")
      for (const [list, plans] of Object.entries(lists)) {
        assert.isAtLeast(plans.length, 2, `${list}: a page and a total`)
        assert.deepStrictEqual(sequentialScans(plans).filter((table) => table !== "contact_counts"), [], list)
      }
    }))
})
