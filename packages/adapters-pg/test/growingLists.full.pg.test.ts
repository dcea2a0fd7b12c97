import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { busyEndpoint, growingLists, type ListStatement, sharedSet } from "../../../test/growingLists.ts"
import { migratedDatabase } from "../../../test/PostgresDatabase.ts"

const rows = 10_000

const tables = new Set([
  "approvals",
  "events",
  "hosts",
  "tags",
  "contacts",
  "contact_attribute_sets",
  "billing_transactions",
  "webhook_deliveries",
  "dns_zones",
  "dns_zone_states",
  "dns_rrsets",
  "vanity_sets",
  "vanity_nameservers",
  "users"
])

/**
 * Organization with many rows in each table, half of its transactions paid by another one; and as many rows of others.
 */
const crowd = Effect.fnUntraced(function*(organization: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const many = sql`generate_series(1, ${rows * 2}) AS n`
  const id = (prefix: string, number: string) => sql.literal(`'${prefix}_' || lpad((${number})::text, 26, '0')`)
  const owner = sql`CASE WHEN n % 2 = 0 THEN ${organization} ELSE ${id("organization", "n % 97")} END`
  const day = sql`timestamptz '2020-01-01' + n * interval '1 hour'`
  const domain = id("domain", "n")
  const payer = id("organization", "0")
  yield* sql`INSERT INTO events SELECT ${id("event", "n")}, ${owner}, 'DOMAIN', ${domain}, 'name' || n || '.example',
    'REGISTRATION', 'SUCCESS', '{"version":"1.0","message":""}', '{"type":"system"}', ${day}, CASE WHEN n % 3 = 0 THEN ${day} END FROM ${many}`
  yield* sql`INSERT INTO hosts SELECT ${
    id("host", "n")
  }, ${owner}, 'ns' || n || '.example', ${domain}, 'simulator', '[]',
    'active', ${day}, ${day} FROM ${many}`
  yield* sql`INSERT INTO tags SELECT ${id("tag", "n")}, ${owner}, 'DOMAIN', 'label' || n, 'label' || n, 'color-1', NULL,
    ${day}, ${day} FROM ${many}`
  yield* sql`INSERT INTO contacts SELECT ${id("contact", "n")}, ${owner}, 'ada' || n, 'lovelace' || n, NULL, NULL,
    n || '@example.com', '+44.2079460000', NULL, '', '', NULL, '', CASE WHEN n % 200 = 0 THEN 'SE' ELSE 'DE' END, FALSE,
    'ada' || n || chr(31) || 'lovelace' || n || chr(31) || chr(31) || n || '@example.com', ${day}, ${day} FROM ${many}`
  yield* sql`INSERT INTO contact_attribute_sets SELECT ${id("contact_attribute_set", "n")}, ${owner}, 'tld' || n % 100,
    'label' || n, 'label' || n, '{}', ${day}, ${day} FROM ${many}`
  yield* sql`INSERT INTO billing_transactions SELECT ${id("billing_transaction", "n")}, ${owner},
    CASE WHEN n % 4 = 0 THEN ${owner} ELSE ${payer} END, 'domain', 'name' || n || '.example', 'create',
    CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'succeeded' END, 1, 'y', 100, 0, 0, 100, 'EUR', ${day}, ${day},
    CASE WHEN n % 50 = 0 THEN NULL ELSE ${day} END FROM ${many}`
  yield* sql`INSERT INTO webhook_deliveries SELECT ${id("webhook_delivery", "n")}, ${owner},
    CASE WHEN n % 2 = 0 THEN ${busyEndpoint} ELSE ${id("webhook_endpoint", "n % 97 + 1")} END, ${id("event", "n")},
    ${domain}, 'domain.registration.success', 'event', CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'succeeded' END, 1, NULL,
    ${day}, 200, 12, '', NULL, NULL, '{}', ${day} FROM ${many}`
  yield* sql`INSERT INTO users (user_id, organization_id, username, username_folded, email, email_folded, first_name,
    last_name, locale, user_attributes, search_text, created_on, updated_on) SELECT ${
    id("user", "n")
  }, ${owner}, 'ada' || n,
    'ada' || n, n || '@example.com', n || '@example.com', 'Ada', 'Lovelace', 'en', '{}', 'ada' || n, ${day}, ${day} FROM ${many}`
  yield* sql`INSERT INTO approvals (approval_id, organization_id, user_id, client_id, scopes, operation_id, action_hash, path,
    safety, rights, message, summary, changes, created_on, expires_on, consumed_on) SELECT ${
    id("approval", "n")
  }, ${owner}, 'user_' || n % 97, 'client-' || n % 97, '[]',
    CASE WHEN n % 50 = 0 THEN 'renewDomain' ELSE 'updateDomain' END, '', 'token',
    '{"read":false,"write":true,"cost":false,"destructive":false}', '[]', '', '[]', '[]', ${day}, ${day},
    CASE WHEN n % 3 = 0 THEN ${day} END FROM ${many}`
  const zone = id("zone", "n")
  yield* sql`INSERT INTO dns_zones (dns_zone_id, organization_id, name, sort_key, suffix, dnssec_status,
    vanity_nameserver_set_id, is_served, created_on) SELECT ${zone}, ${owner}, 'name' || n || '.example.', 'example name' || n,
    CASE WHEN n % 200 = 0 THEN 'se' ELSE 'com' END, CASE WHEN n % 50 = 0 THEN 'enabled' ELSE 'disabled' END,
    CASE WHEN n % 100 = 0 THEN ${sharedSet} END, TRUE, ${day} FROM ${many}`
  yield* sql`INSERT INTO dns_zone_states (dns_zone_id, organization_id, name, suffix, serial, nameservers, rname,
      dnssec_status, vanity_nameserver_set_id, rrset_count, record_count, ownership, was_held, is_served, created_on, updated_on)
    SELECT dns_zone_id, organization_id, name, suffix, 2026112200, '["ns1.host.test."]', 'mail.host.test.', dnssec_status,
      vanity_nameserver_set_id, 2, 2, 'unproven', FALSE, TRUE, created_on, created_on FROM dns_zones`
  yield* sql`INSERT INTO dns_rrsets SELECT ${zone}, sort_key, 'A', 300, '["192.0.2.1"]', NULL
    FROM ${many} CROSS JOIN (VALUES (''), ('www')) AS owners (sort_key)`
  const set = id("vns", "n")
  yield* sql`INSERT INTO vanity_sets SELECT ${set}, ${owner}, 'set ' || n, 'name' || n || '.example.',
    'mail.name' || n || '.example.', 'active', FALSE, 'renew', ${day}, ${day}, ${day}, NULL, ${day},
    ${id("billing_transaction", "n")}, ${day}, ${day} FROM ${many}`
  yield* sql`INSERT INTO vanity_nameservers SELECT ${set}, position, ${owner},
    'ns' || position || '.name' || n || '.example', NULL FROM ${many} CROSS JOIN (VALUES (0), (1)) AS positions (position)`
  yield* sql`VACUUM ANALYZE vanity_sets, vanity_nameservers, dns_zones, dns_zone_states, dns_rrsets, events, hosts, tags, contacts, contact_attribute_sets, billing_transactions, webhook_deliveries,
    approvals`
})

/** Nodes of a plan whose cost grows with the table: sequential scans, and sorts of a whole table. */
const wasteful = (showsAll: boolean, plan: unknown): ReadonlyArray<string> => {
  if (Array.isArray(plan)) return plan.flatMap((part) => wasteful(showsAll, part))
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  const isScan = node["Node Type"] === "Seq Scan" && tables.has(String(node["Relation Name"]))
  // A sort of the rows of a page is allowed.
  const isSort = showsAll && node["Node Type"] === "Sort" && Number(node["Plan Rows"]) > 1000
  return [
    ...(isScan ? [`reads all ${String(node["Relation Name"])}`] : []),
    ...(isSort ? ["sorts all"] : []),
    ...Object.values(node).flatMap((part) => wasteful(showsAll, part))
  ]
}

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

/** A sequential scan is the best plan for half of a table; disabling it shows if an alternative exists. */
layer(database, { timeout: "60 seconds" })("Plans of the lists that grow on PostgreSQL", (it) => {
  it.effect("scan no table, and sort none", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* newOrganizationId
      yield* crowd(organization)
      const explain = ({ list, parameters, showsAll, text }: ListStatement) =>
        Effect.map(
          sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters),
          (plan) => ({ list, text, found: wasteful(showsAll, plan) })
        )
      const statements = yield* growingLists(organization)
      assert.isAtLeast(statements.length, 200)
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`SET LOCAL enable_seqscan = off`
        // A query without an index proves that the plans are checked.
        const text = "SELECT * FROM events ORDER BY type"
        const shown = yield* explain({ list: "unserved", text, parameters: [], showsAll: true })
        assert.lengthOf(shown.found, 2)
        const plans = yield* Effect.forEach(statements, explain)
        assert.deepStrictEqual(plans.filter(({ found }) => found.length > 0), [])
      }))
    }), 60_000)
})
