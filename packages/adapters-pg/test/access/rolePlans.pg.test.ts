import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { roleStatements } from "../../../../test/roleStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const rows = 10_000

/** 10,000 roles of 100 organizations; one of these has 10,000 keys and 10,000 users, most of them with its roles. */
const crowd = Effect.fnUntraced(function*(organization: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO custom_roles (organization_id, label, name, name_folded, permissions, created_on, updated_on)
    SELECT CASE WHEN n <= 100 THEN ${organization} ELSE 'organization_' || lpad((n / 100)::text, 26, '0') END,
      'role_' || n, 'Role ' || n, 'role ' || n, '["dns:read"]', now(), now()
    FROM generate_series(1, ${rows}) AS n`
  yield* sql`INSERT INTO api_keys (api_key_id, organization_id, api_key_name, api_key_last_four, role, key_hash,
      client_secret_hash, created_on)
    SELECT 'api_key_' || lpad(n::text, 26, '0'), ${organization}, 'a', '0aZ9', 'role_' || n % 100, 'key ' || n,
      'secret ' || n, now()
    FROM generate_series(1, ${rows}) AS n`
  yield* sql`INSERT INTO users (user_id, organization_id, username, username_folded, email, email_folded, first_name,
      last_name, locale, role, user_attributes, search_text, created_on, updated_on)
    SELECT 'user_' || lpad(n::text, 26, '0'), ${organization}, 'user' || n, 'user' || n, n || '@example.org',
      n || '@example.org', 'Ada', 'L', 'en', 'role_' || n % 100, '{}', '', now(), now()
    FROM generate_series(1, ${rows}) AS n`
  yield* sql`VACUUM ANALYZE custom_roles, api_keys, users`
})

const large = (plan: unknown) =>
  sequentialScans(plan).filter((table) => ["custom_roles", "api_keys", "users"].includes(table))

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Plans of roles on PostgreSQL", (it) => {
  it.effect("scan neither roles nor keys nor users", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* newOrganizationId
      yield* crowd(organization)
      const sent = yield* roleStatements(organization)
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
      const unserved = yield* sql.unsafe("EXPLAIN (FORMAT JSON) SELECT * FROM api_keys WHERE api_key_name = 'b'")
      assert.deepStrictEqual(large(unserved), ["api_keys"])
    }))
})
