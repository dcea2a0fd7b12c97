import { BillingTransaction, LedgerStep } from "@namewright/core/billing"
import { KeptPrice, StoredQuote } from "@namewright/core/domains"
import type { DayRecords } from "@namewright/core/reconciliation"
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { InstantColumn, json } from "../Codecs.ts"
import { decodedRows } from "../RowReads.ts"
import { Amount, chargeColumns, selectedCharge, within } from "./reconciledCharge.ts"

const PostedRow = Schema.Struct({
  ...chargeColumns,
  step: Schema.NullOr(LedgerStep),
  tax_amount: Amount,
  posted_amount: Schema.NullOr(Amount),
  posted_tax: Schema.NullOr(Amount)
})

const QuotedRow = Schema.Struct({
  quote_id: StoredQuote.fields.quote_id,
  prices: json(Schema.Array(KeptPrice)),
  used_on: Schema.NullOr(InstantColumn),
  billing_transaction_id: chargeColumns.billing_transaction_id,
  organization_id: chargeColumns.organization_id,
  action: chargeColumns.action,
  currency: chargeColumns.currency,
  status: BillingTransaction.fields.status,
  price: Amount,
  charged_on: InstantColumn
})

/** Amount of an entry as its transaction has it. */
const posted = `CASE e.step WHEN 'capture' THEN e.revenue + e.tax WHEN 'adjust' THEN e.adjustments
  ELSE e.wallet + e.reserved END`

/** Reads of transactions with their entries in the ledger, and with their quotes. */
export const chargeReads = (
  sql: SqlClient.SqlClient
): Pick<DayRecords["Service"], "quotedCharges" | "wrongPostings"> => {
  const postings = decodedRows(PostedRow)
  const quotes = decodedRows(QuotedRow)
  const quotedColumns = sql.literal(
    `q.quote_id, q.prices, q.used_on, t.billing_transaction_id, t.organization_id, t.action, t.currency, t.status, t.price,
      t.created_on AS charged_on`
  )
  const sameOrder = sql`t.organization_id = q.organization_id AND t.product_reference = q.name
    AND t.product_type = 'domain'
    AND t.created_on >= q.created_on AND t.created_on <= q.expires_on`

  return {
    wrongPostings: (day, limit) =>
      postings.allOf(
        sql`SELECT ${sql.literal(selectedCharge)}, t.tax_amount, e.step, ${sql.literal(posted)} AS posted_amount,
            e.tax AS posted_tax
          FROM billing_transactions t
          LEFT JOIN ledger_entries e ON e.billing_transaction_id = t.billing_transaction_id
            AND e.step IN ('capture', 'adjust', 'top_up', 'return')
          WHERE ${within(sql, "t.completed_on", day)} AND t.completed_on IS NOT NULL AND t.status = 'succeeded'
            AND (e.step IS NULL OR ${sql.literal(posted)} <> t.amount OR e.tax <> t.tax_amount
              OR e.payer_id <> t.payer_id OR e.currency <> t.currency)
          ORDER BY t.completed_on, t.billing_transaction_id LIMIT ${limit}`
      ),

    // The scopes of the two indexes of references.
    quotedCharges: (day) =>
      quotes.allOf(
        sql`SELECT ${quotedColumns} FROM domain_quotes q
            JOIN billing_transactions t ON t.payer_id = q.organization_id AND ${sameOrder}
            WHERE ${within(sql, "q.used_on", day)} AND q.used_on IS NOT NULL
          UNION ALL
          SELECT ${quotedColumns} FROM domain_quotes q
            JOIN billing_transactions t ON t.organization_id <> t.payer_id AND ${sameOrder}
            WHERE ${within(sql, "q.used_on", day)} AND q.used_on IS NOT NULL`
      )
  }
}
