import { BillingTransaction, TaxRateUnits } from "@namewright/core/billing"
import {
  DocumentType,
  InvoiceContent,
  InvoicedStep,
  InvoiceId,
  InvoiceStatus,
  InvoiceStore,
  InvoiceType,
  type OperatorInvoiceFilter,
  PaymentStatus,
  type StoredInvoice
} from "@namewright/core/invoices"
import { Money, OrganizationId } from "@namewright/core/shared"
import { Array as Arr, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { ledgerReads } from "./ledgerReads.ts"
import { payerReads } from "./payerReads.ts"

const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))
const Rate = IntegerColumn.pipe(Schema.decodeTo(TaxRateUnits))

const invoiceColumns = {
  invoice_id: InvoiceId,
  organization_id: OrganizationId,
  number: Schema.String,
  document_type: DocumentType,
  invoice_type: InvoiceType,
  status: InvoiceStatus,
  payment_status: PaymentStatus,
  currency: Money.Currency,
  issuing_date: InstantColumn,
  payment_due_date: InstantColumn,
  fees_amount: Amount,
  taxes_amount: Amount,
  rounding_amount: Amount,
  amount: Amount,
  paid_amount: Amount,
  credited_amount: Amount,
  content: json(InvoiceContent)
}
const InvoiceRow = Schema.Struct(invoiceColumns)

const ItemRow = Schema.Struct({
  billing_transaction_id: BillingTransaction.fields.billing_transaction_id,
  step: InvoicedStep,
  organization_id: OrganizationId,
  product_type: BillingTransaction.fields.product_type,
  product_reference: BillingTransaction.fields.product_reference,
  action: BillingTransaction.fields.action,
  price: Amount,
  tax_rate: Rate,
  tax_amount: Amount,
  amount: Amount,
  booked_on: InstantColumn
})

const PaymentRow = Schema.Struct({ invoice_id: InvoiceId, amount: Amount })
const EarliestRow = Schema.Struct({ booked_on: Schema.NullOr(InstantColumn) })
const LastRow = Schema.Struct({ last: IntegerColumn })

const rowsPerInsert = 500

const inChunks = (
  rows: ReadonlyArray<Record<string, unknown>>,
  insert: (chunk: Arr.NonEmptyReadonlyArray<Record<string, unknown>>) => Statement.Statement<unknown>
) =>
  Arr.isReadonlyArrayNonEmpty(rows)
    ? Effect.forEach(Arr.chunksOf(rows, rowsPerInsert), insert, { discard: true })
    : Effect.void

const at = DateTime.formatIso
const contentText = Schema.encodeSync(json(InvoiceContent))

const rowOf = ({ content, issuing_date, payment_due_date, ...invoice }: StoredInvoice) => ({
  ...invoice,
  issuing_date: at(issuing_date),
  payment_due_date: at(payment_due_date),
  content: contentText(content),
  updated_on: at(issuing_date)
})

export const layer = Layer.effect(
  InvoiceStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, forUpdate, oneOf, true: yes } = dialect(sql)
    const invoices = rowReads(sql, "invoices", InvoiceRow)
    const items = decodedRows(ItemRow)
    const payments = decodedRows(PaymentRow)
    const lasts = decodedRows(LastRow)
    const earliestItems = decodedRows(EarliestRow)
    const ledgers = ledgerReads(sql)
    const payers = payerReads(sql)
    const byIdOrNumber = (text: string) => sql`(invoice_id = ${text} OR number = ${text})`

    const operatorConditions = ({ due_before, organization_id, payment_status }: OperatorInvoiceFilter) =>
      sql.and([
        sql`1 = 1`,
        ...(organization_id === undefined ? [] : [sql`organization_id = ${organization_id}`]),
        // A literal, which allows the partial index.
        ...(payment_status === undefined
          ? []
          : [payment_status === "pending" ? sql`payment_status = 'pending'` : sql`payment_status = ${payment_status}`]),
        ...(due_before === undefined ? [] : [sql`payment_due_date <= ${at(due_before)}`])
      ])

    return InvoiceStore.of({
      ...ledgers,

      ...payers,

      draw: (series, count) =>
        Effect.map(
          lasts.firstOf(
            sql`INSERT INTO invoice_series (series, last) VALUES (${series}, ${count})
              ON CONFLICT (series) DO UPDATE SET last = invoice_series.last + excluded.last RETURNING last`
          ),
          (found) => Option.getOrThrow(found).last - count + 1
        ),

      insert: Effect.fnUntraced(function*(documents, parts) {
        yield* inChunks(documents.map(rowOf), (chunk) => sql`INSERT INTO invoices ${sql.insert(chunk)}`)
        yield* inChunks(
          parts.map(({ booked_on, ...part }) => ({ ...part, booked_on: at(booked_on), is_released: bool(false) })),
          (chunk) => sql`INSERT INTO invoice_items ${sql.insert(chunk)}`
        )
      }, orDieSql),

      close: Effect.fnUntraced(function*(keys, closed_before, scan_from) {
        const rows = keys.map(({ currency, payer_id }) => ({
          payer_id,
          currency,
          closed_before: at(closed_before),
          month_end: at(closed_before),
          scan_from: at(scan_from)
        }))
        yield* inChunks(
          rows,
          (chunk) =>
            sql`INSERT INTO invoice_accounts ${sql.insert(chunk)} ON CONFLICT (payer_id, currency)
            DO UPDATE SET closed_before = excluded.closed_before, month_end = excluded.month_end,
              scan_from = excluded.scan_from`
        )
      }, orDieSql),

      reopen: Effect.fnUntraced(function*({ currency, invoice_id, issuing_date, organization_id }, month, overlap) {
        yield* sql`UPDATE invoice_items SET is_released = ${yes} WHERE invoice_id = ${invoice_id}`
        const earliest = yield* earliestItems.firstOf(
          sql`SELECT min(booked_on) AS booked_on FROM invoice_items WHERE invoice_id = ${invoice_id}`
        )
        const booked_on = Option.getOrThrow(earliest).booked_on ?? issuing_date
        const scan_from = at(DateTime.subtractDuration(booked_on, overlap))
        yield* sql`UPDATE invoice_accounts SET
            closed_before = CASE WHEN closed_before < ${at(month)} THEN closed_before ELSE ${at(month)} END,
            scan_from = CASE WHEN scan_from < ${scan_from} THEN scan_from ELSE ${scan_from} END
          WHERE payer_id = ${organization_id} AND currency = ${currency}`
      }, orDieSql),

      find: (text) => invoices.first(byIdOrNumber(text)),

      findAll: (ids) => ids.length === 0 ? Effect.succeed([]) : invoices.all(sql`invoice_id ${oneOf(ids)}`),

      lock: (text) => invoices.first(byIdOrNumber(text), forUpdate),

      update: (id, change, now) =>
        Effect.asVoid(orDieSql(
          sql`UPDATE invoices SET ${sql.update({ ...change, updated_on: at(now) })} WHERE invoice_id = ${id}`
        )),

      items: (id) =>
        items.allOf(
          sql`SELECT i.billing_transaction_id, i.step, t.organization_id, t.product_type, t.product_reference, t.action,
              t.price, t.tax_rate, t.tax_amount, t.amount, i.booked_on
            FROM invoice_items i JOIN billing_transactions t ON t.billing_transaction_id = i.billing_transaction_id
            WHERE i.invoice_id = ${id} ORDER BY i.booked_on, i.billing_transaction_id, i.step`
        ),

      findPayment: (payer, reference) =>
        payments.firstOf(
          sql`SELECT invoice_id, amount FROM invoice_payments
            WHERE organization_id = ${payer} AND reference = ${reference}`
        ),

      insertPayment: (payment, now) =>
        Effect.asVoid(orDieSql(
          sql`INSERT INTO invoice_payments ${sql.insert({ ...payment, created_on: at(now) })}`
        )),

      list: (payer, document_type, order, page) =>
        invoices.page(
          sql`organization_id = ${payer} AND document_type = ${document_type}`,
          sql.literal(`issuing_date ${order}, number ${order}, invoice_id ${order}`),
          page
        ),

      listAll: (filter, page) =>
        invoices.page(
          operatorConditions(filter),
          sql.literal(
            filter.due_before === undefined
              ? "issuing_date DESC, number DESC, invoice_id DESC"
              : "payment_due_date DESC, invoice_id DESC"
          ),
          page
        )
    })
  })
)
