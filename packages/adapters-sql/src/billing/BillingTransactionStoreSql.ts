import {
  BillingTransaction,
  type BillingTransactionFilter,
  type BillingTransactionSortField,
  BillingTransactionStore,
  type StoredTransaction,
  TaxRateUnits,
  type TransactionScope
} from "@namewright/core/billing"
import { type Instant, Money, offset, OrganizationId, type SortOrder } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

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

const columns = Object.keys(TransactionRow.fields).join(", ")
const settledColumns = Object.keys(SettledRow.fields).join(", ")
const at = DateTime.formatIso

const rowOf = (transaction: StoredTransaction) => ({
  ...transaction,
  created_on: at(transaction.created_on),
  updated_on: at(transaction.updated_on),
  completed_on: transaction.completed_on === null ? null : at(transaction.completed_on)
})

/** Alike ones sort by time; unfinished ones count as the latest. */
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
    const { count } = dialect(sql)
    const decode = Schema.decodeUnknownEffect(Schema.Array(TransactionRow))
    const decodeStatuses = Schema.decodeUnknownEffect(Schema.Array(StatusRow))
    const decodeSettled = Schema.decodeUnknownEffect(Schema.Array(SettledRow))
    const first = (rows: unknown) => Effect.map(decode(rows), (found) => Option.fromUndefinedOr(found[0]))

    // The second condition lets the indexes of the second scope serve, which leave out what is paid for oneself.
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
        ...bound("completed_on", "<", filter.completed_before)
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

      settle: Effect.fnUntraced(function*(id, from, to, instant) {
        const rows = yield* sql`UPDATE billing_transactions
          SET status = ${to}, updated_on = ${at(instant)}, completed_on = COALESCE(completed_on, ${at(instant)})
          WHERE billing_transaction_id = ${id} AND status = ${from} RETURNING ${sql.literal(settledColumns)}`
        return Option.fromUndefinedOr((yield* decodeSettled(rows))[0])
      }, orDieSql),

      find: Effect.fnUntraced(function*(scope, id) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM billing_transactions
          WHERE billing_transaction_id = ${id} AND ${inScope(scope)}`
        return yield* first(rows)
      }, orDieSql),

      statuses: Effect.fnUntraced(function*(ids) {
        if (ids.length === 0) return new Map()
        const rows = yield* sql`SELECT billing_transaction_id, status FROM billing_transactions
          WHERE ${sql.in("billing_transaction_id", ids)}`
        const found = yield* decodeStatuses(rows)
        return new Map(found.map(({ billing_transaction_id, status }) => [billing_transaction_id, status]))
      }, orDieSql),

      findMovement: Effect.fnUntraced(function*(payer, action, reference) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM billing_transactions
          WHERE payer_id = ${payer} AND action = ${action} AND product_reference = ${reference}
            AND product_type = 'account_wallet'`
        return yield* first(rows)
      }, orDieSql),

      list: Effect.fnUntraced(function*(scope, filter, { by, order }, page) {
        const where = conditions(scope, filter)
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM billing_transactions WHERE ${where}
          ORDER BY ${ordering(by, order)} LIMIT ${page.page_size} OFFSET ${offset(page)}`
        const [total] = yield* sql<
          { readonly n: number }
        >`SELECT ${count} AS n FROM billing_transactions WHERE ${where}`
        return { items: yield* decode(rows), total: total?.n ?? 0, ...page }
      }, orDieSql)
    })
  })
)
