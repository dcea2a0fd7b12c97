import {
  BillingTransaction,
  type BillingTransactionFilter,
  type BillingTransactionSortField,
  BillingTransactionStore,
  type StoredTransaction,
  TaxRateUnits,
  type TransactionScope
} from "@namewright/core/billing"
import { type Instant, Money, OrganizationId, type SortOrder } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))

const TransactionRow = Schema.Struct({
  ...BillingTransaction.fields,
  payer_id: OrganizationId,
  volume: IntegerColumn,
  price: Amount,
  tax_rate: IntegerColumn.pipe(Schema.decodeTo(TaxRateUnits)),
  tax_amount: Amount,
  amount: Amount,
  created_on: InstantColumn,
  updated_on: InstantColumn,
  completed_on: Schema.NullOr(InstantColumn)
})

const SettledRow = Schema.Struct({
  organization_id: OrganizationId,
  payer_id: OrganizationId,
  currency: Money.Currency,
  price: Amount,
  tax_amount: Amount,
  amount: Amount
})

const StatusRow = Schema.Struct({
  billing_transaction_id: BillingTransaction.fields.billing_transaction_id,
  status: BillingTransaction.fields.status
})

const SumRow = Schema.Struct({ total: Amount })

const settledColumns = Object.keys(SettledRow.fields).join(", ")
const at = DateTime.formatIso

const rowOf = (transaction: StoredTransaction) => ({
  ...transaction,
  created_on: at(transaction.created_on),
  updated_on: at(transaction.updated_on),
  completed_on: transaction.completed_on === null ? null : at(transaction.completed_on)
})

/** Equal values are sorted by time; pending transactions count as the latest. */
const sortColumns: Record<BillingTransactionSortField, ReadonlyArray<string>> = {
  created_on: ["created_on"],
  completed_on: ["(completed_on IS NULL)", "completed_on"],
  status: ["status", "created_on"],
  action: ["action", "created_on"],
  product_type: ["product_type", "created_on"]
}

export const layer = Layer.effect(
  BillingTransactionStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const transactions = rowReads(sql, "billing_transactions", TransactionRow)
    const statuses = rowReads(sql, "billing_transactions", StatusRow)
    const settled = decodedRows(SettledRow)
    const sums = decodedRows(SumRow)
    const { exact } = dialect(sql)

    // The second condition allows the partial indexes of the second scope, which exclude transactions that an
    // organization pays itself.
    const inScope = (scope: TransactionScope) =>
      "payer_id" in scope
        ? sql`payer_id = ${scope.payer_id}`
        : sql`organization_id = ${scope.organization_id} AND organization_id <> payer_id`

    const conditions = (scope: TransactionScope, filter: BillingTransactionFilter) => {
      const equal = (["product_reference", "product_type", "action", "status"] as const)
        .flatMap((column) => filter[column] === undefined ? [] : [sql`${sql(column)} = ${filter[column]}`])
      const bound = (column: string, comparison: string, instant: Instant.Instant | undefined) =>
        instant === undefined ? [] : [sql`${sql(column)} ${sql.literal(comparison)} ${at(instant)}`]
      return sql.and([
        inScope(scope),
        ...equal,
        ...bound("created_on", ">", filter.created_after),
        ...bound("created_on", "<", filter.created_before),
        ...bound("completed_on", ">", filter.completed_after),
        ...bound("completed_on", "<", filter.completed_before),
        ...bound("updated_on", ">", filter.updated_after)
      ])
    }

    const ordering = (by: BillingTransactionSortField, order: SortOrder) =>
      sql.literal([...sortColumns[by], "billing_transaction_id"].map((column) => `${column} ${order}`).join(", "))

    return BillingTransactionStore.of({
      insert: Effect.fnUntraced(function*(transaction) {
        const inserted = yield* sql`INSERT INTO billing_transactions ${sql.insert(rowOf(transaction))}
          ON CONFLICT (payer_id, action, product_reference) WHERE product_type = 'account_wallet' DO NOTHING
          RETURNING billing_transaction_id`
        return inserted.length > 0
      }, orDieSql),

      settle: (id, from, to, instant) =>
        settled.firstOf(
          sql`UPDATE billing_transactions
            SET status = ${to}, updated_on = ${at(instant)}, completed_on = COALESCE(completed_on, ${at(instant)})
            WHERE billing_transaction_id = ${id} AND status = ${from} RETURNING ${sql.literal(settledColumns)}`
        ),

      find: (scope, id) => transactions.first(sql`billing_transaction_id = ${id} AND ${inScope(scope)}`),

      statuses: Effect.fnUntraced(function*(ids) {
        if (ids.length === 0) return new Map()
        const found = yield* statuses.all(sql.in("billing_transaction_id", ids))
        return new Map(found.map(({ billing_transaction_id, status }) => [billing_transaction_id, status]))
      }),

      findMovement: (payer, action, reference) =>
        transactions.first(
          sql`payer_id = ${payer} AND action = ${action} AND product_reference = ${reference}
            AND product_type = 'account_wallet'`
        ),

      charged: (scope, since) =>
        Effect.map(
          sums.firstOf(
            sql`SELECT ${exact("COALESCE(sum(amount), 0)")} AS total FROM billing_transactions
              WHERE ${inScope(scope)} AND created_on >= ${at(since)} AND status IN ('pending', 'succeeded')
                AND product_type <> 'account_wallet'`
          ),
          Option.match({ onNone: () => Money.zero, onSome: ({ total }) => total })
        ),

      list: (scope, filter, { by, order }, page) =>
        transactions.page(conditions(scope, filter), ordering(by, order), page)
    })
  })
)
