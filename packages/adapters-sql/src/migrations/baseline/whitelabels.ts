import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** White-label configurations, their labels and their hosts. */
export const whitelabels = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE whitelabel_brandings (
    whitelabel_branding_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL UNIQUE,
    subscription_id ${key} NOT NULL,
    tier ${key} NOT NULL CHECK (tier IN ('base', 'plus')),
    base_label ${key} NOT NULL,
    base_zone ${key} NOT NULL,
    label_changes TEXT NOT NULL,
    own_hostname ${key},
    dashboard_subdomain ${key},
    auth_subdomain ${key},
    create_zone ${boolean} NOT NULL,
    dns_zone_id ${key},
    enabled ${boolean} NOT NULL,
    onboarding_status ${key} NOT NULL,
    onboarding_step ${key},
    failure_code ${key},
    failure_detail TEXT,
    attempts INTEGER NOT NULL,
    retry_until ${instant},
    step_due_on ${instant},
    client_id ${key},
    period TEXT NOT NULL,
    renewal_mode ${key} NOT NULL,
    expires_on ${instant},
    grace_period_ends_at ${instant},
    term_due_on ${instant},
    domain_check_due_on ${instant},
    open_charges TEXT NOT NULL,
    upgrade_request ${key},
    terminated_on ${instant},
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX whitelabel_brandings_step_due ON whitelabel_brandings (step_due_on)`
  yield* sql`CREATE INDEX whitelabel_brandings_term_due ON whitelabel_brandings (term_due_on)`
  yield* sql`CREATE INDEX whitelabel_brandings_check_due ON whitelabel_brandings (domain_check_due_on)`
  yield* sql`CREATE INDEX whitelabel_brandings_zone ON whitelabel_brandings (dns_zone_id)`

  yield* sql`CREATE TABLE whitelabel_labels (
    skeleton ${key} PRIMARY KEY,
    label ${key} NOT NULL,
    organization_id ${key} NOT NULL,
    held_until ${instant}
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE whitelabel_hosts (
    hostname ${key} PRIMARY KEY,
    whitelabel_branding_id ${key} NOT NULL,
    organization_id ${key} NOT NULL,
    part ${key} NOT NULL CHECK (part IN ('app', 'auth')),
    state ${key} NOT NULL CHECK (state IN ('provisioning', 'serving', 'withdrawn')),
    pair ${key} NOT NULL,
    dns_zone_id ${key} NOT NULL
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX whitelabel_hosts_branding ON whitelabel_hosts (whitelabel_branding_id)`
  yield* sql`CREATE INDEX whitelabel_hosts_zone ON whitelabel_hosts (dns_zone_id)`
})
