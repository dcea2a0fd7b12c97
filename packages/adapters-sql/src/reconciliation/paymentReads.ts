import { Payment } from "@namewright/core/payments"
import type { DayRecords } from "@namewright/core/reconciliation"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"
import { Amount, within } from "./reconciledCharge.ts"

const { fields } = Payment

const columns = {
  payment_id: fields.payment_id,
  organization_id: fields.organization_id,
  provider: fields.provider,
  provider_payment_id: fields.provider_payment_id,
  status: fields.status,
  amount: Amount,
  currency: fields.currency,
  returned_amount: Amount,
  pending_refund: Schema.NullOr(Amount),
  return_url: Schema.NullOr(Schema.String),
  failure: fields.failure,
  next_check_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn
}
const PaymentRow = Schema.Struct({ ...columns, topped_up: BooleanColumn })

/** Reads of payments with their top-ups. */
export const paymentReads = (sql: SqlClient.SqlClient): Pick<DayRecords["Service"], "payments" | "paymentsById"> => {
  const { oneOf } = dialect(sql)
  const payments = decodedRows(PaymentRow)
  const columnsOfPayment = sql.literal(Object.keys(columns).map((column) => `p.${column}`).join(", "))
  // Money that arrived after a payment had failed is another top-up.
  const selected = sql`SELECT ${columnsOfPayment}, (
      EXISTS (SELECT 1 FROM billing_transactions t
        WHERE t.billing_transaction_id = p.billing_transaction_id AND t.status = 'succeeded')
      OR EXISTS (SELECT 1 FROM billing_transactions l
        WHERE l.payer_id = p.organization_id AND l.action = 'wallet_top_up'
          AND l.product_reference = p.payment_id || ' late' AND l.product_type = 'account_wallet')
    ) AS topped_up
    FROM payments p`

  return {
    payments: (day) =>
      payments.allOf(
        sql`${selected} WHERE ${within(sql, "p.created_on", day)} ORDER BY p.created_on, p.payment_id`
      ),

    paymentsById: (ids) =>
      ids.length === 0 ? Effect.succeed([]) : payments.allOf(sql`${selected} WHERE p.payment_id ${oneOf(ids)}`)
  }
}
