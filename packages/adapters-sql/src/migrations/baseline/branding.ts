import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Branding documents of organizations, as versions, their assets, the files of those, and white-label configurations. */
export const branding = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { binary, boolean, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE branding_documents (
    organization_id ${key} PRIMARY KEY,
    auth TEXT
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE branding_versions (
    organization_id ${key} NOT NULL REFERENCES branding_documents (organization_id),
    version_number INTEGER NOT NULL,
    document TEXT NOT NULL,
    performed_by_type ${key} NOT NULL,
    performed_by_id ${key},
    restored_from INTEGER,
    created_on ${instant} NOT NULL,
    PRIMARY KEY (organization_id, version_number)
  )`

  yield* sql`CREATE TABLE branding_files (
    sha256 ${key} PRIMARY KEY,
    content_type ${key} NOT NULL,
    bytes ${binary} NOT NULL,
    png ${binary}
  )`

  yield* sql`CREATE TABLE branding_assets (
    asset_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    sha256 ${key} NOT NULL REFERENCES branding_files (sha256),
    content_type ${key} NOT NULL,
    size_bytes INTEGER NOT NULL,
    updated_on ${instant} NOT NULL,
    UNIQUE (organization_id, sha256)
  )`
  yield* sql`CREATE INDEX branding_assets_file ON branding_assets (sha256)`

  yield* sql`CREATE TABLE whitelabel_brandings (
    whitelabel_branding_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL UNIQUE,
    subscription_id ${key} NOT NULL,
    tier ${key} NOT NULL CHECK (tier IN ('base', 'plus')),
    base_label ${key} NOT NULL,
    base_zone ${key} NOT NULL,
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
    open_charges TEXT NOT NULL,
    terminated_on ${instant},
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX whitelabel_brandings_step_due ON whitelabel_brandings (step_due_on)`
  yield* sql`CREATE INDEX whitelabel_brandings_term_due ON whitelabel_brandings (term_due_on)`

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
