import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const invoices = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, boolean, byPrimaryKey, false: no, instant, key, true: yes } = dialect(sql)

  yield* sql`CREATE TABLE invoices (
    invoice_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    number ${key} NOT NULL,
    document_type ${key} NOT NULL CHECK (document_type IN ('invoice', 'receipt')),
    invoice_type ${key} NOT NULL CHECK (invoice_type IN ('subscription', 'credit', 'one_off')),
    status ${key} NOT NULL CHECK (status IN ('finalized', 'voided')),
    payment_status ${key} NOT NULL CHECK (payment_status IN ('pending', 'failed', 'succeeded')),
    currency ${key} NOT NULL,
    issuing_date ${instant} NOT NULL,
    payment_due_date ${instant} NOT NULL,
    fees_amount ${bigint} NOT NULL,
    taxes_amount ${bigint} NOT NULL,
    rounding_amount ${bigint} NOT NULL,
    amount ${bigint} NOT NULL CHECK (amount >= 0),
    paid_amount ${bigint} NOT NULL,
    credited_amount ${bigint} NOT NULL,
    content TEXT NOT NULL,
    updated_on ${instant} NOT NULL,
    CHECK (amount = fees_amount + taxes_amount + rounding_amount)
  )`
  yield* sql`CREATE UNIQUE INDEX invoices_number ON invoices (number)`
  yield* sql`CREATE INDEX invoices_issued
    ON invoices (organization_id, document_type, issuing_date, number, invoice_id)`
  yield* sql`CREATE INDEX invoices_all ON invoices (issuing_date, number, invoice_id)`
  yield* sql`CREATE INDEX invoices_pending ON invoices (payment_due_date, invoice_id) WHERE payment_status = 'pending'`

  // A movement of the ledger is on one document; those of voided invoices are released for another one.
  yield* sql`CREATE TABLE invoice_items (
    invoice_id ${key} NOT NULL,
    billing_transaction_id ${key} NOT NULL,
    step ${key} NOT NULL,
    booked_on ${instant} NOT NULL,
    is_released ${boolean} NOT NULL,
    PRIMARY KEY (invoice_id, billing_transaction_id, step)
  ) ${byPrimaryKey}`
  yield* sql`CREATE UNIQUE INDEX invoice_items_movement
    ON invoice_items (billing_transaction_id, step) WHERE is_released = ${no}`
  yield* sql`CREATE INDEX invoice_items_released
    ON invoice_items (billing_transaction_id, step) WHERE is_released = ${yes}`

  // A void moves `closed_before` back; `month_end` is the end of the last month whose month end included the account.
  yield* sql`CREATE TABLE invoice_accounts (
    payer_id ${key} NOT NULL,
    currency ${key} NOT NULL,
    closed_before ${instant} NOT NULL,
    month_end ${instant} NOT NULL,
    scan_from ${instant} NOT NULL,
    PRIMARY KEY (payer_id, currency)
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE invoice_series (series ${key} PRIMARY KEY, last ${bigint} NOT NULL) ${byPrimaryKey}`

  yield* paymentsOfInvoices
})

const paymentsOfInvoices = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE invoice_payments (
    organization_id ${key} NOT NULL,
    reference ${key} NOT NULL,
    invoice_id ${key} NOT NULL,
    amount ${bigint} NOT NULL,
    paid_on ${key} NOT NULL,
    created_on ${instant} NOT NULL,
    PRIMARY KEY (organization_id, reference)
  ) ${byPrimaryKey}`

  // For receipts, which are issued soon after the payment.
  yield* sql`CREATE INDEX ledger_entries_payments ON ledger_entries (created_on, billing_transaction_id)
    WHERE step = 'top_up'`
})
