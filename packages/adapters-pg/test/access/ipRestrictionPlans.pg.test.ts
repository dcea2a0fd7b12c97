import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ipRestrictionStatements } from "../../../../test/ipRestrictionStatements.ts"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { sequentialScans } from "../sequentialScans.ts"

/** 20,000 networks of 400 organizations, and as many keys and users. */
const crowd = Effect.fnUntraced(function*(organization: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const rows = 20_000
  yield* sql`INSERT INTO ip_restrictions (organization_id, ip_network, created_on)
    SELECT CASE WHEN n <= 50 THEN ${organization} ELSE 'organization_' || lpad((n / 50)::text, 26, '0') END,
      '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256 || '/32', now()
    FROM generate_series(1, ${rows}) AS n`
  yield* sql`INSERT INTO api_keys (api_key_id, organization_id, api_key_name, api_key_last_four, role, key_hash,
      client_secret_hash, created_on)
    SELECT 'api_key_' || lpad(n::text, 26, '0'), 'organization_' || lpad((n / 50)::text, 26, '0'), 'a', '0aZ9', 'admin',
      'key ' || n, 'secret ' || n, now()
    FROM generate_series(1, ${rows}) AS n`
  yield* sql`INSERT INTO users (user_id, organization_id, username, username_folded, email, email_folded, first_name,
      last_name, locale, role, user_attributes, search_text, created_on, updated_on)
    SELECT 'user_' || lpad(n::text, 26, '0'), 'organization_' || lpad((n / 50)::text, 26, '0'), 'user' || n, 'user' || n,
      n || '@example.org', n || '@example.org', 'Ada', 'L', 'en', 'admin', '{}', '', now(), now()
    FROM generate_series(1, ${rows}) AS n`
  yield* sql`VACUUM ANALYZE ip_restrictions, api_keys, users`
})

const large = (plan: unknown) =>
  sequentialScans(plan).filter((table) => ["ip_restrictions", "api_keys", "users"].includes(table))

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Plans of IP restrictions on PostgreSQL", (it) => {
  it.effect("scan no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* newOrganizationId
      yield* crowd(organization)
      const sent = yield* ipRestrictionStatements(organization)
      assert.isAtLeast(sent.length, 11)
      const plans = yield* Effect.forEach(sent, ({ list, parameters, text }) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), (plan) => ({ list, found: large(plan) })))
      assert.deepStrictEqual(
        plans.filter(({ found }) =>
          found.length > 0
        ),
        []
      )
      // A query without an index proves that the plans are checked.
      const unserved = yield* sql.unsafe("EXPLAIN (FORMAT JSON) SELECT * FROM ip_restrictions WHERE ip_network = 'b'")
      assert.deepStrictEqual(large(unserved), ["ip_restrictions"])
    }))
})
