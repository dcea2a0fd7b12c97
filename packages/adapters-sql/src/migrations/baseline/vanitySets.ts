import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const vanitySets = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, instant, key, true: isTrue } = dialect(sql)

  yield* sql`CREATE TABLE vanity_sets (
    set_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    name TEXT NOT NULL,
    parent_domain_name ${key} NOT NULL,
    soa_rname ${key} NOT NULL,
    status ${key} NOT NULL CHECK (status IN ('provisioning', 'active', 'suspended', 'failed', 'deleting')),
    is_default ${boolean} NOT NULL,
    renewal_mode ${key} NOT NULL CHECK (renewal_mode IN ('renew', 'expire')),
    expires_on ${instant},
    renew_scheduled_at ${instant},
    grace_period_ends_at ${instant},
    provisioning_ends_on ${instant},
    next_action_on ${instant},
    billing_transaction_id ${key} NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX vanity_sets_organization ON vanity_sets (organization_id, set_id)`
  yield* sql`CREATE UNIQUE INDEX vanity_sets_default ON vanity_sets (organization_id) WHERE is_default = ${isTrue}`
  yield* sql`CREATE INDEX vanity_sets_due ON vanity_sets (next_action_on) WHERE next_action_on IS NOT NULL`

  yield* sql`CREATE TABLE vanity_nameservers (
    set_id ${key} NOT NULL,
    position INTEGER NOT NULL,
    organization_id ${key} NOT NULL,
    hostname ${key} NOT NULL,
    dns_zone_id ${key},
    PRIMARY KEY (set_id, position)
  )`
  yield* sql`CREATE UNIQUE INDEX vanity_nameservers_hostname ON vanity_nameservers (organization_id, hostname)`
  yield* sql`CREATE INDEX vanity_nameservers_zone ON vanity_nameservers (dns_zone_id) WHERE dns_zone_id IS NOT NULL`
})
