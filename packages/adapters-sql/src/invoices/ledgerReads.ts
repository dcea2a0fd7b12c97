import { BillingTransaction, TaxRateUnits } from "@namewright/core/billing"
import { InvoicedStep, InvoiceId, type InvoiceStore } from "@namewright/core/invoices"
import { Money, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"

const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))
const { NullOr } = Schema

const AccountRow = Schema.Struct({
  payer_id: OrganizationId,
  currency: Money.Currency,
  closed_before: NullOr(InstantColumn),
  scan_from: NullOr(InstantColumn)
})

const MovementRow = Schema.Struct({
  payer_id: OrganizationId,
  currency: Money.Currency,
  billing_transaction_id: BillingTransaction.fields.billing_transaction_id,
  step: InvoicedStep,
  booked_on: InstantColumn,
  product_type: BillingTransaction.fields.product_type,
  product_reference: BillingTransaction.fields.product_reference,
  action: BillingTransaction.fields.action,
  price: Amount,
  tax_rate: IntegerColumn.pipe(Schema.decodeTo(TaxRateUnits)),
  amount: Amount,
  charged_by: NullOr(InvoiceId)
})

const at = DateTime.formatIso

/** Reads of the ledger for invoices. */
export const ledgerReads = (
  sql: SqlClient.SqlClient
): Pick<
  InvoiceStore["Service"],
  "lockDue" | "lockDueOf" | "lockLedger" | "lockReceipts" | "movements" | "payments"
> => {
  const { false: no, forUpdate, isPostgres, oneOf, oneOfRows } = dialect(sql)
  const accounts = decodedRows(AccountRow)
  const movements = decodedRows(MovementRow)
  const forUpdateOf = (table: string) => sql.literal(isPostgres ? `FOR UPDATE OF ${table}` : "")

  const dueAccounts = (condition: Statement.Fragment, isOpen: Statement.Fragment, suffix: Statement.Fragment) =>
    accounts.allOf(
      sql`SELECT l.payer_id, l.currency, a.closed_before, a.scan_from FROM ledgers l
        LEFT JOIN invoice_accounts a ON a.payer_id = l.payer_id AND a.currency = l.currency
        WHERE ${condition} AND (a.closed_before IS NULL OR ${isOpen})
        ORDER BY l.payer_id, l.currency ${suffix}`
    )

  /** Locks the ledgers of due accounts. */
  const lockAccounts = (condition: Statement.Fragment, isOpen: Statement.Fragment, limit: Statement.Fragment) =>
    dueAccounts(condition, isOpen, sql`${limit} ${forUpdateOf("l")}`)

  /**
   * Reads accounts again after their ledgers were locked: a void that held a lock may have reopened one after the first
   * read. An account that another month end has closed is no longer due.
   */
  const stillDue = (locked: ReadonlyArray<typeof AccountRow.Type>, isOpen: Statement.Fragment) =>
    locked.length === 0 || !isPostgres
      ? Effect.succeed(locked)
      : dueAccounts(
        sql`(l.payer_id, l.currency) IN (${
          sql.csv(locked.map(({ currency, payer_id }) => sql`(${payer_id}, ${currency})`))
        })`,
        isOpen,
        sql``
      )

  /** Movements of the ledger that no document contains. */
  const uninvoiced = (condition: Statement.Fragment, suffix: Statement.Fragment) =>
    movements.allOf(
      sql`SELECT e.payer_id, e.currency, e.billing_transaction_id, e.step, e.created_on AS booked_on, t.product_type,
          t.product_reference, t.action, t.price, t.tax_rate, t.amount, charged.invoice_id AS charged_by
        FROM billing_transactions t
        JOIN ledger_entries e ON e.billing_transaction_id = t.billing_transaction_id
        LEFT JOIN invoice_items charged ON charged.billing_transaction_id = t.billing_transaction_id
          AND charged.step = 'capture' AND charged.is_released = ${no}
        WHERE ${condition}
          AND NOT EXISTS (SELECT 1 FROM invoice_items i WHERE i.billing_transaction_id = e.billing_transaction_id
            AND i.step = e.step AND i.is_released = ${no})
        ORDER BY e.created_on, e.billing_transaction_id, e.step ${suffix}`
    )

  return {
    lockDue: Effect.fnUntraced(function*({ after, before, includesReopened }, limit) {
      const isOpen = includesReopened ? sql`a.closed_before < ${at(before)}` : sql`a.month_end < ${at(before)}`
      const locked = yield* lockAccounts(
        after === null ? sql`1 = 1` : sql`(l.payer_id, l.currency) > (${after.payer_id}, ${after.currency})`,
        isOpen,
        sql`LIMIT ${limit}`
      )
      const due = yield* stillDue(locked, isOpen)
      return { accounts: due, last: locked.at(-1) ?? null, isFull: locked.length === limit }
    }),

    lockDueOf: Effect.fnUntraced(function*(payer, before) {
      const isOpen = sql`a.closed_before < ${at(before)}`
      return yield* stillDue(yield* lockAccounts(sql`l.payer_id = ${payer}`, isOpen, sql``), isOpen)
    }),

    lockLedger: ({ currency, payer_id }) =>
      Effect.asVoid(orDieSql(
        sql`SELECT 1 FROM ledgers WHERE payer_id = ${payer_id} AND currency = ${currency} ${forUpdate}`
      )),

    movements: (payers, { before, changed_since, from }) =>
      payers.length === 0 ? Effect.succeed([]) : uninvoiced(
        sql`t.payer_id ${oneOf(payers)} AND t.updated_on >= ${at(changed_since)}
            AND e.billing_transaction_id ${
          oneOfRows(
            sql`SELECT billing_transaction_id FROM billing_transactions
              WHERE payer_id ${oneOf(payers)} AND updated_on >= ${at(changed_since)}`
          )
        }
          AND e.step IN ('capture', 'refund', 'adjust')
          AND e.created_on >= ${at(from)} AND e.created_on < ${at(before)}`,
        sql``
      ),

    // A row that no series of numbers has, because these contain `{sequence}`.
    lockReceipts: Effect.asVoid(orDieSql(
      sql`INSERT INTO invoice_series (series, last) VALUES ('receipts', 0)
        ON CONFLICT (series) DO UPDATE SET last = excluded.last`
    )),

    payments: ({ payer, since }, limit) =>
      uninvoiced(
        sql.and([
          sql`e.step = 'top_up' AND e.created_on >= ${at(since)}`,
          ...(payer === null ? [] : [sql`t.payer_id = ${payer}`])
        ]),
        sql`LIMIT ${limit}`
      )
  }
}
