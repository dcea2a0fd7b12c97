import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Certificates with their orders, their names, owners and issues, and accounts at authorities. */
export const certificates = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE certificates (
    certificate_id ${key} PRIMARY KEY,
    organization_id ${key},
    names ${key} NOT NULL UNIQUE,
    authority ${key},
    chain TEXT,
    sealed_key TEXT,
    renewal_id ${key},
    issued_on ${instant},
    expires_on ${instant},
    renew_on ${instant},
    order_step ${key} NOT NULL CHECK (order_step IN ('none', 'intended', 'placed')),
    order_authority ${key},
    order_url TEXT,
    order_sealed_key TEXT,
    failures INTEGER NOT NULL,
    check_failures INTEGER NOT NULL,
    error_code ${key},
    error_message TEXT,
    due_on ${instant} NOT NULL,
    warned_on ${instant},
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX certificates_due ON certificates (due_on)`
  yield* sql`CREATE INDEX certificates_expiring ON certificates (expires_on, created_on)`

  yield* sql`CREATE TABLE certificate_names (
    name ${key} NOT NULL,
    certificate_id ${key} NOT NULL REFERENCES certificates (certificate_id),
    PRIMARY KEY (name, certificate_id)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX certificate_names_certificate ON certificate_names (certificate_id)`

  yield* sql`CREATE TABLE certificate_owners (
    certificate_id ${key} NOT NULL REFERENCES certificates (certificate_id),
    owner ${key} NOT NULL,
    PRIMARY KEY (certificate_id, owner)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX certificate_owners_owner ON certificate_owners (owner)`

  yield* issuesAndAccounts
})

/** Issues that count against limits, responses to challenges, and accounts. */
const issuesAndAccounts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, boolean, byPrimaryKey, instant, key, true: yes } = dialect(sql)

  // Without a reference: authorities count certificates that were removed, too.
  yield* sql`CREATE TABLE certificate_issues (
    authority ${key} NOT NULL,
    registered_domain ${key} NOT NULL,
    issued_on ${instant} NOT NULL,
    certificate_id ${key} NOT NULL,
    names ${key} NOT NULL,
    is_ordered ${boolean} NOT NULL,
    PRIMARY KEY (authority, registered_domain, issued_on, certificate_id)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX certificate_issues_age ON certificate_issues (issued_on)`
  yield* sql`CREATE INDEX certificate_issues_ordered ON certificate_issues (certificate_id) WHERE is_ordered = ${yes}`

  yield* sql`CREATE TABLE acme_challenges (
    token ${key} PRIMARY KEY,
    response TEXT NOT NULL,
    certificate_id ${key} NOT NULL REFERENCES certificates (certificate_id),
    dns_zone_id ${key},
    dns_name ${key},
    dns_serial ${bigint},
    created_on ${instant} NOT NULL,
    confirmed_on ${instant}
  )`
  yield* sql`CREATE INDEX acme_challenges_certificate ON acme_challenges (certificate_id)`
  yield* sql`CREATE INDEX acme_challenges_record ON acme_challenges (dns_zone_id, dns_name)`

  yield* sql`CREATE TABLE acme_accounts (
    authority ${key} PRIMARY KEY,
    sealed_key TEXT NOT NULL,
    url TEXT,
    clear_on ${instant} NOT NULL,
    created_on ${instant} NOT NULL
  )`
})
