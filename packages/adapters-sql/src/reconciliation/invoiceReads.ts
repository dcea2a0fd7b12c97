import { InvoiceId } from "@namewright/core/invoices"
import type { DayRecords } from "@namewright/core/reconciliation"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { IntegerColumn } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"
import { Amount, chargeColumns, ChargeRow, selectedCharge, within } from "./reconciledCharge.ts"

const RepeatedRow = Schema.Struct({ ...chargeColumns, documents: IntegerColumn })

const SumsRow = Schema.Struct({
  invoice_id: InvoiceId,
  organization_id: chargeColumns.organization_id,
  currency: chargeColumns.currency,
  amount: Amount,
  fees_amount: Amount,
  items_amount: Amount,
  items_price: Amount
})

/** Sign of an item on its document: a credit note shows what it gives back as positive amounts. */
const sign = "CASE WHEN (i.step = 'refund') = (v.invoice_type = 'credit') THEN 1 ELSE -1 END"

/** Reads of charges with their documents, and of documents with the sums of their items. */
export const invoiceReads = (
  sql: SqlClient.SqlClient
): Pick<DayRecords["Service"], "chargesOnTwoInvoices" | "chargesWithoutInvoice" | "wrongTotals"> => {
  const { count, exact, false: no, true: yes } = dialect(sql)
  const charges = decodedRows(ChargeRow)
  const repeated = decodedRows(RepeatedRow)
  const sums = decodedRows(SumsRow)
  const sumOf = (column: string) => exact(`COALESCE(sum(${sign} * t.${column}), 0)`)

  /** Items of the transaction on valid documents. Released items have an index of their own. */
  const items = (isReleased: Statement.Fragment) =>
    sql`FROM invoice_items i JOIN invoices v ON v.invoice_id = i.invoice_id
      WHERE i.billing_transaction_id = t.billing_transaction_id AND i.step IN ('capture', 'adjust')
        AND i.is_released = ${isReleased} AND v.status = 'finalized'`
  // A void moves `closed_before` back: the next month end contains the charges of the voided document again.
  const isClosed = sql`t.completed_on < a.month_end AND (t.completed_on < a.closed_before
    OR NOT EXISTS (SELECT 1 FROM invoice_items i WHERE i.billing_transaction_id = t.billing_transaction_id
      AND i.step IN ('capture', 'adjust') AND i.is_released = ${yes}))`
  const documents = sql`((SELECT ${count} ${items(no)}) + (SELECT ${count} ${items(yes)}))`

  return {
    // Free charges are on no document in a month without others.
    chargesWithoutInvoice: (day, limit) =>
      charges.allOf(
        sql`SELECT ${sql.literal(selectedCharge)} FROM billing_transactions t
          JOIN invoice_accounts a ON a.payer_id = t.payer_id AND a.currency = t.currency
          WHERE ${within(sql, "t.completed_on", day)} AND t.completed_on IS NOT NULL
            AND t.status = 'succeeded' AND (t.product_type <> 'account_wallet' OR t.action = 'service_fee')
            AND ${isClosed}
            AND (t.amount <> 0 OR t.price <> 0)
            AND NOT EXISTS (SELECT 1 ${items(no)}) AND NOT EXISTS (SELECT 1 ${items(yes)})
          ORDER BY t.completed_on, t.billing_transaction_id LIMIT ${limit}`
      ),

    chargesOnTwoInvoices: (day, limit) =>
      repeated.allOf(
        sql`SELECT ${sql.literal(selectedCharge)}, ${documents} AS documents FROM billing_transactions t
          WHERE ${within(sql, "t.completed_on", day)} AND t.completed_on IS NOT NULL AND ${documents} > 1
          ORDER BY t.completed_on, t.billing_transaction_id LIMIT ${limit}`
      ),

    // A credit note over a whole invoice has no items.
    wrongTotals: (day, limit) =>
      sums.allOf(
        sql`SELECT v.invoice_id, v.organization_id, v.currency, v.amount, v.fees_amount,
            ${sumOf("amount")} AS items_amount, ${sumOf("price")} AS items_price
          FROM invoices v
          LEFT JOIN invoice_items i ON i.invoice_id = v.invoice_id
          LEFT JOIN billing_transactions t ON t.billing_transaction_id = i.billing_transaction_id
          WHERE ${within(sql, "v.issuing_date", day)}
          GROUP BY v.issuing_date, v.number, v.invoice_id
          HAVING (v.amount <> ${sumOf("amount")} OR v.fees_amount <> ${sumOf("price")})
            AND NOT (v.invoice_type = 'credit' AND ${sql.literal("count(i.billing_transaction_id)")} = 0)
          ORDER BY v.issuing_date, v.number, v.invoice_id LIMIT ${limit}`
      )
  }
}
