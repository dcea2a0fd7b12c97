import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const registrars = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE registrar_credentials (
    registrar_credential_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    name ${key} NOT NULL,
    registrar ${key} NOT NULL,
    secrets TEXT NOT NULL,
    generation INTEGER NOT NULL,
    sync_status ${key} NOT NULL CHECK (sync_status IN ('pending', 'running', 'succeeded', 'failed')),
    last_synced_on ${instant},
    next_sync_on ${instant},
    domain_count INTEGER NOT NULL,
    skipped_count INTEGER NOT NULL,
    error_code ${key},
    error_message TEXT,
    error_detail TEXT,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX registrar_credentials_organization
    ON registrar_credentials (organization_id, registrar_credential_id)`
  yield* sql`CREATE INDEX registrar_credentials_due ON registrar_credentials (next_sync_on)
    WHERE next_sync_on IS NOT NULL`

  yield* sql`CREATE INDEX domains_external ON domains (registrar_credential_id, domain_id)
    WHERE registrar_credential_id IS NOT NULL`
  yield* sql`CREATE TABLE registrar_missing_domains (
    registrar_credential_id ${key} NOT NULL,
    domain_id ${key} NOT NULL,
    last_synced_on ${instant},
    PRIMARY KEY (registrar_credential_id, domain_id)
  ) ${byPrimaryKey}`
})
