import { Payment, PaymentStore, type StoredPayment } from "@namewright/core/payments"
import { type Instant, Money } from "@namewright/core/shared"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))

const PaymentRow = Schema.Struct({
  ...Payment.fields,
  amount: Amount,
  returned_amount: Amount,
  pending_refund: Schema.NullOr(Amount),
  refund_transaction_id: Schema.NullOr(Payment.fields.billing_transaction_id),
  refund_on: Schema.NullOr(InstantColumn),
  return_url: Schema.NullOr(Schema.String),
  version: IntegerColumn,
  next_check_on: Schema.NullOr(InstantColumn),
  checks: IntegerColumn,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const at = Schema.encodeSync(InstantColumn)
const orNull = (instant: Instant.Instant | null) => instant === null ? null : at(instant)

const rowOf = (payment: StoredPayment) => ({
  ...payment,
  refund_on: orNull(payment.refund_on),
  next_check_on: orNull(payment.next_check_on),
  created_on: at(payment.created_on),
  updated_on: at(payment.updated_on)
})

export const layer = Layer.effect(
  PaymentStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const payments = rowReads(sql, "payments", PaymentRow)
    const { forUpdate, skipLocked } = dialect(sql)

    return PaymentStore.of({
      insert: Effect.fnUntraced(function*(payment) {
        yield* sql`INSERT INTO payments ${sql.insert(rowOf(payment))}`
      }, orDieSql),

      find: (id) => payments.first(sql`payment_id = ${id}`),

      lock: (id) => payments.first(sql`payment_id = ${id}`, forUpdate),

      findAtProvider: (provider, provider_payment_id) =>
        payments.first(sql`provider = ${provider} AND provider_payment_id = ${provider_payment_id}`),

      update: Effect.fnUntraced(function*(id, { next_check_on, refund_on, ...change }, instant) {
        const columns = {
          ...change,
          ...(refund_on === undefined ? {} : { refund_on: orNull(refund_on) }),
          ...(next_check_on === undefined ? {} : { next_check_on: orNull(next_check_on) }),
          updated_on: at(instant)
        }
        yield* sql`UPDATE payments SET ${sql.update(columns)}, version = version + 1 WHERE payment_id = ${id}`
      }, orDieSql),

      leaseDue: (atMost, now, until) =>
        payments.allOf(sql`UPDATE payments SET next_check_on = ${at(until)} WHERE payment_id IN (
            SELECT payment_id FROM payments WHERE next_check_on <= ${at(now)}
            ORDER BY next_check_on LIMIT ${atMost} ${skipLocked})
          RETURNING ${payments.columns}`),

      list: (organization, page) =>
        payments.page(
          sql`organization_id = ${organization}`,
          sql.literal("created_on DESC, payment_id DESC"),
          page
        )
    })
  })
)
