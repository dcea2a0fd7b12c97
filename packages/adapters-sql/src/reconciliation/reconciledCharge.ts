import { BillingTransaction } from "@namewright/core/billing"
import type { TimeRange } from "@namewright/core/reconciliation"
import { Money } from "@namewright/core/shared"
import { DateTime, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { IntegerColumn } from "../Codecs.ts"

export const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))

/** Columns of a transaction in a difference. */
export const chargeColumns = {
  billing_transaction_id: BillingTransaction.fields.billing_transaction_id,
  organization_id: BillingTransaction.fields.organization_id,
  product_reference: BillingTransaction.fields.product_reference,
  action: BillingTransaction.fields.action,
  amount: Amount,
  currency: Money.Currency
}
export const ChargeRow = Schema.Struct(chargeColumns)

/** These columns of the table `t`. */
export const selectedCharge = Object.keys(chargeColumns).map((column) => `t.${column}`).join(", ")

/** Condition that an instant is in a range. */
export const within = (
  sql: SqlClient.SqlClient,
  column: string | Statement.Fragment,
  { before, from }: TimeRange
): Statement.Fragment => {
  const read = typeof column === "string" ? sql.literal(column) : column
  return sql`${read} >= ${DateTime.formatIso(from)} AND ${read} < ${DateTime.formatIso(before)}`
}
