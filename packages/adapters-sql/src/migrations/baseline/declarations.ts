import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const declarations = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE applicant_declarations (
    declaration_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    domain_id ${key} NOT NULL UNIQUE,
    domain_name ${key} NOT NULL,
    status ${key} NOT NULL CHECK (status IN ('pending', 'confirmed', 'completed', 'expired', 'failed')),
    subscriber_name TEXT NOT NULL,
    is_person ${boolean} NOT NULL,
    identity_type TEXT,
    identity_value TEXT,
    version TEXT NOT NULL,
    recipient TEXT NOT NULL,
    locale ${key} NOT NULL,
    registry ${key} NOT NULL,
    registration TEXT NOT NULL,
    billing_transaction_ids TEXT NOT NULL,
    signature TEXT,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL,
    expires_on ${instant} NOT NULL,
    next_action_on ${instant}
  )`
  yield* sql`CREATE INDEX applicant_declarations_due ON applicant_declarations (next_action_on)
    WHERE status = 'pending'`
  yield* sql`CREATE TABLE applicant_declaration_tokens (
    token_hash ${key} PRIMARY KEY,
    declaration_id ${key} NOT NULL REFERENCES applicant_declarations (declaration_id),
    created_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX applicant_declaration_tokens_declaration
    ON applicant_declaration_tokens (declaration_id, created_on)`
})
