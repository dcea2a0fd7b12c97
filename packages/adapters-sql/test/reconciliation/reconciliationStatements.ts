import { DayRecords, FindingStore, LedgerSums } from "@namewright/core/reconciliation"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"
import { fillInvoices } from "../invoices/invoiceStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT quote_id FROM domain_quotes WHERE order_hash = 'none'"

/** Inserts, beside the charges of `fillInvoices`, events, used quotes, payments and findings over the same 100 days. */
export const fillReconciliation = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* fillInvoices
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  yield* sql.unsafe(`INSERT INTO events (event_id, organization_id, object_type, object_name, type, subtype, event_data,
      principal, created_on, kind, counted_tld)
    SELECT replace(billing_transaction_id, 'billing_transaction', 'event'), organization_id, 'DOMAIN', 'a.example',
      'RENEWAL', 'SUCCESS', '{}', '{}', completed_on, 'domain.renewed', 'example' FROM billing_transactions`)
  yield* sql.unsafe(
    `INSERT INTO domain_quotes (quote_id, organization_id, command, name, order_hash, prices, created_on,
      expires_on, used_on)
    SELECT replace(billing_transaction_id, 'billing_transaction', 'quote'), organization_id, 'renew', 'a.example', 'hash',
      '[]', created_on, created_on, created_on FROM billing_transactions`
  )
  yield* sql.unsafe(`INSERT INTO payments (payment_id, organization_id, billing_transaction_id, provider,
      provider_payment_id, status, amount, currency, returned_amount, version, checks, created_on, updated_on)
    SELECT replace(billing_transaction_id, 'billing_transaction', 'payment'), organization_id, billing_transaction_id,
      'test', billing_transaction_id, 'succeeded', 100, 'EUR', 0, 0, 0, created_on, created_on FROM billing_transactions`)
  yield* sql.unsafe(`INSERT INTO invoice_accounts (payer_id, currency, closed_before, month_end, scan_from)
    SELECT payer_id, currency, '2026-04-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'
    FROM ledgers`)
  yield* sql.unsafe(`INSERT INTO reconciliation_ledgers (payer_id, currency, wallet, reserved, revenue, tax, cash,
      adjustments, summed_before, counted_on)
    SELECT payer_id, currency, 0, 0, 0, 0, 0, 0, '2026-04-20T00:00:00.000Z', '2026-04-20T01:00:00.000Z' FROM ledgers`)
  const day = isPostgres ? "to_char(completed_on, 'YYYY-MM-DD')" : "substr(completed_on, 1, 10)"
  yield* sql.unsafe(`INSERT INTO reconciliation_findings (kind, object_id, organization_id, day, expected, found,
      first_seen_on, resolved_on, run_number)
    SELECT 'charge_amount', billing_transaction_id, organization_id, ${day}, '', '', completed_on,
      CASE WHEN billing_transaction_id LIKE '%77' THEN NULL ELSE completed_on END, 0 FROM billing_transactions`)
})

/** The statements of a run and of the lists of findings. */
export const reconciliationStatements = Effect.gen(function*() {
  const records = yield* DayRecords
  const store = yield* FindingStore
  const sums = yield* LedgerSums
  const now = yield* Instant.now
  // A day with few rows. For a day with a hundredth of a small table, PostgreSQL prefers to hash the whole table.
  const from = DateTime.makeUnsafe("2026-04-20T00:00:00Z")
  const day = { from, before: DateTime.add(from, { days: 1 }) }
  const around = { from: DateTime.subtract(from, { minutes: 5 }), before: DateTime.add(day.before, { minutes: 5 }) }
  const ledgers = yield* sums.next(null, 100)
  const ledger = ledgers[0] ?? (yield* Effect.die(new Error("no ledger")))
  const page = { page: 1, page_size: 10 }
  const all = [
    yield* sentBy("charges without order", records.chargesWithoutOrder(day, around, 1000)),
    yield* sentBy("orders without charge", records.ordersWithoutCharge(day, around, 1000)),
    yield* sentBy("quoted charges", records.quotedCharges(day)),
    yield* sentBy("wrong postings", records.wrongPostings(day, 1000)),
    yield* sentBy("payments", records.payments(day)),
    yield* sentBy("payments by id", records.paymentsById(["payment"])),
    yield* sentBy("charges without invoice", records.chargesWithoutInvoice(day, 1000)),
    yield* sentBy("charges on two invoices", records.chargesOnTwoInvoices(day, 1000)),
    yield* sentBy("uncounted ledgers", sums.uncounted(from, 1000)),
    yield* sentBy("sums of ledgers", sums.next(ledger, 100)),
    yield* sentBy("entries of a ledger", sums.part(ledger, from, day.before, 100)),
    yield* sentBy("balances", sums.balances(ledgers, from, day.before)),
    yield* sentBy("wrong totals", records.wrongTotals(day, 1000)),
    yield* sentBy("open findings", store.openOf("2026-02-10")),
    yield* sentBy(
      "resolve",
      store.resolveUnseen({ day: "2026-02-10", kinds: ["charge_amount"], run_number: 1 }, now)
    ),
    yield* sentBy("next run", store.nextRunNumber),
    ...yield* Effect.forEach(
      ["transactions", "events", "quotes", "payments", "documents"] as const,
      (rows) => sentBy(`time after ${rows}`, records.timeAfter(rows, day, 10))
    ),
    yield* sentBy("page of a day", store.page({ day: "2026-02-10" }, page))
  ]
  return all.flatMap(({ sent }) => sent)
})
