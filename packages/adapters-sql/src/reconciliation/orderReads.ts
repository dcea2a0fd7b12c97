import { BillingTransaction } from "@namewright/core/billing"
import { type EventKind, eventKinds } from "@namewright/core/events"
import type { DayRecords, TimeRange } from "@namewright/core/reconciliation"
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"
import { ChargeRow, selectedCharge, within } from "./reconciledCharge.ts"

const OrderRow = Schema.Struct({
  event_id: Schema.String,
  organization_id: BillingTransaction.fields.organization_id,
  object_name: Schema.String,
  kind: Schema.Literals(eventKinds)
})

/** Actions that an order may charge for. The renewal that a restore requires has a charge, and no event of its own. */
const actionsOf: Partial<Record<EventKind, ReadonlyArray<string>>> = {
  "domain.registered": ["create"],
  "domain.transferred_in": ["transfer"],
  "domain.renewed": ["renew"],
  "domain.restored": ["restore", "renew"]
}
const pairs = Object.entries(actionsOf).flatMap(([kind, actions]) => actions.map((action) => ({ kind, action })))

const listOf = (texts: Iterable<string>) => [...new Set(texts)].map((text) => `'${text}'`).join(", ")
const kinds = listOf(pairs.map(({ kind }) => kind))
const actions = listOf(pairs.map(({ action }) => action))
const isPair = pairs.map(({ action, kind }) => `(e.kind = '${kind}' AND t.action = '${action}')`).join(" OR ")

/** Reads of charges of domains, and of the events of completed orders, which the same transaction stores. */
export const orderReads = (
  sql: SqlClient.SqlClient
): Pick<DayRecords["Service"], "chargesWithoutOrder" | "ordersWithoutCharge"> => {
  const charges = decodedRows(ChargeRow)
  const orders = decodedRows(OrderRow)
  // SQLite would read all rows of the day for each charge and order, instead of those of its name.
  const { notBegun } = dialect(sql)

  const charged = (around: TimeRange) =>
    sql`t.product_reference = e.object_name AND t.organization_id = e.organization_id AND t.product_type = 'domain'
      AND t.status IN ('succeeded', 'canceled') AND ${within(sql, notBegun("t.completed_on"), around)} AND (${
      sql.literal(isPair)
    })`

  return {
    chargesWithoutOrder: (day, around, limit) =>
      charges.allOf(
        sql`SELECT ${sql.literal(selectedCharge)} FROM billing_transactions t
          WHERE ${within(sql, "t.completed_on", day)} AND t.completed_on IS NOT NULL
            AND t.product_type = 'domain' AND t.status = 'succeeded' AND t.action IN (${sql.literal(actions)})
            AND NOT EXISTS (SELECT 1 FROM events e
              WHERE e.organization_id = t.organization_id AND e.object_name = t.product_reference
                AND e.counted_tld IS NOT NULL
                AND ${within(sql, notBegun("e.created_on"), around)} AND (${sql.literal(isPair)}))
          ORDER BY t.completed_on, t.billing_transaction_id LIMIT ${limit}`
      ),

    // The scopes of the two indexes of references.
    ordersWithoutCharge: (day, around, limit) =>
      orders.allOf(
        sql`SELECT e.event_id, e.organization_id, e.object_name, e.kind FROM events e
          WHERE ${within(sql, "e.created_on", day)} AND e.counted_tld IS NOT NULL AND e.kind IN (${sql.literal(kinds)})
            AND NOT EXISTS (SELECT 1 FROM billing_transactions t WHERE t.payer_id = e.organization_id AND ${
          charged(around)
        })
            AND NOT EXISTS (SELECT 1 FROM billing_transactions t WHERE t.organization_id <> t.payer_id AND ${
          charged(around)
        })
          ORDER BY e.created_on, e.event_id LIMIT ${limit}`
      )
  }
}
