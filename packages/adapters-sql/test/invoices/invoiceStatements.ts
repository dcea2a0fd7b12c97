import { InvoiceStore, newInvoiceId, type StoredInvoice } from "@namewright/core/invoices"
import { Instant, Money, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT number FROM invoices WHERE fees_amount = -1"

const payers = 200
const chargesPerPayer = 100

/** Inserts payers with captured charges over 100 days, one of them a day, which invoices contain except for the last 20. */
export const fillInvoices = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const rows = (count: number) =>
    isPostgres
      ? `generate_series(0, ${count - 1}) AS n`
      : `(WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})
        SELECT n FROM numbers)`
  const padded = isPostgres
    ? (text: string) => `lpad((${text})::text, 25, '0')`
    : (text: string) => `printf('%025d', ${text})`
  const id = (kind: string, text: string) => `'${kind}_0' || ${padded(text)}`
  const charge = id("billing_transaction", "n")
  const payer = id("organization", `n / ${chargesPerPayer}`)
  const booked = isPostgres
    ? `TIMESTAMPTZ '2026-01-01T00:00:00Z' + (n % ${chargesPerPayer}) * INTERVAL '1 day'`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (n % ${chargesPerPayer}) || ' days')`
  const all = rows(payers * chargesPerPayer)
  yield* sql.unsafe(`INSERT INTO billing_transactions (billing_transaction_id, organization_id, payer_id, product_type,
      product_reference, action, status, volume, unit, price, tax_rate, tax_amount, amount, currency, created_on,
      updated_on, completed_on)
    SELECT ${charge}, ${payer}, ${payer}, 'domain', 'a.example', 'renew', 'succeeded', 1, 'y', 100, 0, 0, 100, 'EUR',
      ${booked}, ${booked}, ${booked} FROM ${all}`)
  yield* sql.unsafe(
    `INSERT INTO ledgers (payer_id, currency, wallet, reserved, revenue, tax, cash, adjustments, updated_on)
    SELECT ${id("organization", "n")}, 'EUR', ${-100 * chargesPerPayer}, ${100 * chargesPerPayer}, 0, 0, 0, 0,
      '2026-01-01T00:00:00.000Z' FROM ${rows(payers)}`
  )
  yield* sql.unsafe(`INSERT INTO ledger_entries (billing_transaction_id, step, payer_id, currency, wallet, reserved,
      revenue, tax, cash, adjustments, created_on)
    SELECT ${charge}, 'capture', ${payer}, 'EUR', 0, -100, 100, 0, 0, 0, ${booked} FROM ${all}`)
  yield* sql.unsafe(`INSERT INTO ledger_entries (billing_transaction_id, step, payer_id, currency, wallet, reserved,
      revenue, tax, cash, adjustments, created_on)
    SELECT 'top up ' || n, 'top_up', ${id("organization", "n")}, 'EUR', 100, 0, 0, 0, -100, 0,
      '2026-01-01T00:00:00.000Z' FROM ${rows(payers)}`)
  yield* sql.unsafe(`INSERT INTO invoice_items (invoice_id, billing_transaction_id, step, booked_on, is_released)
    SELECT ${id("invoice", `n / ${chargesPerPayer}`)}, ${charge}, 'capture', ${booked}, ${isPostgres ? "FALSE" : "0"}
    FROM ${all} WHERE n % ${chargesPerPayer} < 80`)
  yield* sql.unsafe(`INSERT INTO invoices (invoice_id, organization_id, number, document_type, invoice_type, status,
      payment_status, currency, issuing_date, payment_due_date, fees_amount, taxes_amount, rounding_amount, amount,
      paid_amount, credited_amount, content, updated_on)
    SELECT ${id("invoice", "n")}, ${payer}, 'N' || n, 'invoice', 'subscription', 'finalized', 'succeeded', 'EUR',
      ${booked}, ${booked}, 8000, 0, 0, 8000, 0, 0, '{}', ${booked} FROM ${all}`)
})

const organizationOf = (number: number) => `organization_0${String(number).padStart(25, "0")}`

/** The statements of reads and writes that grow with the ledger and with the documents. */
export const invoiceStatements = Effect.gen(function*() {
  const store = yield* InvoiceStore
  const { atomically } = yield* Transaction
  const some = yield* newOrganizationId
  const ids = [organizationOf(3), organizationOf(4)] as unknown as ReadonlyArray<typeof some>
  const before = DateTime.makeUnsafe("2026-04-01T00:00:00Z")
  const changed_since = DateTime.makeUnsafe("2026-03-20T00:00:00Z")
  const page = { page: 1, page_size: 10 }
  const id = yield* newInvoiceId
  const now = yield* Instant.now
  const voided = { invoice_id: id, organization_id: some, currency: "EUR", issuing_date: now } as StoredInvoice
  const after = { payer_id: ids[0] ?? some, currency: "EUR" } as const
  const since = DateTime.makeUnsafe("2027-01-01T00:00:00Z")
  const all = [
    yield* sentBy("due", atomically(store.lockDue({ after, before, includesReopened: false }, 50))),
    yield* sentBy("due again", atomically(store.lockDue({ after, before, includesReopened: true }, 50))),
    yield* sentBy("due of one", atomically(store.lockDueOf(some, before))),
    yield* sentBy("movements", store.movements(ids, { changed_since, from: changed_since, before })),
    yield* sentBy("payments", store.payments({ since, payer: null }, 100)),
    yield* sentBy("payments of one", store.payments({ since, payer: ids[0] ?? some }, 100)),
    yield* sentBy("parties", store.parties(ids)),
    yield* sentBy("reopen", atomically(store.reopen(voided, before, Duration.days(1)))),
    yield* sentBy("lock", atomically(store.lock(id))),
    yield* sentBy("update", atomically(store.update(id, { paid_amount: Money.MinorUnits.make(1) }, now))),
    yield* sentBy("find", store.find(id)),
    yield* sentBy("items", store.items(id)),
    yield* sentBy("list", store.list(some, "invoice", "desc", page)),
    yield* sentBy("overdue", store.listAll({ payment_status: "pending", due_before: before }, page))
  ]
  return all.flatMap(({ sent }) => sent)
})
