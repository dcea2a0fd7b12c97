import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const payments = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE payments (
    payment_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    billing_transaction_id ${key} NOT NULL,
    provider ${key} NOT NULL,
    provider_payment_id ${key},
    status ${key} NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    amount ${bigint} NOT NULL CHECK (amount > 0),
    currency ${key} NOT NULL,
    returned_amount ${bigint} NOT NULL CHECK (returned_amount >= 0),
    pending_refund ${bigint} CHECK (pending_refund > 0),
    refund_transaction_id ${key},
    refund_on ${instant},
    return_url TEXT,
    checkout_url TEXT,
    failure TEXT,
    version ${bigint} NOT NULL,
    next_check_on ${instant},
    checks ${bigint} NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX payments_organization ON payments (organization_id, created_on, payment_id)`
  yield* sql`CREATE UNIQUE INDEX payments_provider ON payments (provider, provider_payment_id)
    WHERE provider_payment_id IS NOT NULL`
  yield* sql`CREATE INDEX payments_due ON payments (next_check_on) WHERE next_check_on IS NOT NULL`
  yield* sql`CREATE INDEX payments_created ON payments (created_on, payment_id)`
})
