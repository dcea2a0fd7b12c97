import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const dnssec = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, boolean, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE dns_zone_keys (
    zone_key_id ${key} PRIMARY KEY,
    dns_zone_id ${key} NOT NULL,
    key_tag INTEGER NOT NULL,
    public_key TEXT NOT NULL,
    sealed_private_key TEXT NOT NULL,
    digest_sha256 TEXT NOT NULL,
    digest_sha384 TEXT NOT NULL,
    is_delegated ${boolean} NOT NULL,
    created_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX dns_zone_keys_zone ON dns_zone_keys (dns_zone_id)`

  yield* sql`CREATE TABLE dns_zone_signing (
    dns_zone_id ${key} PRIMARY KEY,
    generation INTEGER NOT NULL,
    state ${key} NOT NULL CHECK (state IN ('unsigned', 'signing', 'submitting', 'deferred', 'published', 'skipped',
      'failed', 'introducing', 'doubling', 'doubled', 'replacing', 'retiring', 'retreating', 'withdrawing', 'withdrawn')),
    serial ${bigint} NOT NULL,
    due_on ${instant},
    attempts INTEGER NOT NULL,
    is_exposed ${boolean} NOT NULL,
    retreats ${boolean} NOT NULL,
    diagnostic TEXT,
    renew_on ${instant} NOT NULL
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX dns_zone_signing_renewal ON dns_zone_signing (renew_on, dns_zone_id)
    WHERE state <> 'unsigned'`

  yield* sql`CREATE TABLE domain_dnssec_data (
    domain_dnssec_data_id ${key} PRIMARY KEY,
    domain_id ${key} NOT NULL,
    position INTEGER NOT NULL,
    record_type ${key} NOT NULL CHECK (record_type IN ('ds_data', 'key_data')),
    algorithm INTEGER NOT NULL,
    key_tag INTEGER,
    digest_type INTEGER,
    digest TEXT,
    flags INTEGER,
    protocol INTEGER,
    public_key TEXT,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX domain_dnssec_data_domain ON domain_dnssec_data (domain_id)`
})
