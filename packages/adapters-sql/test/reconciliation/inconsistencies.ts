import { InvoiceFixtures } from "@namewright/conformance"
import { InvoiceStore } from "@namewright/core/invoices"
import { DateTime, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type History, ordered, states } from "./reconciledHistory.ts"

const { at, documentsOf } = InvoiceFixtures

/** Changes of records that make one difference each, by name: its kind and object, and the reverse of the change. */
export const inconsistencies = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const altered = (change: (sign: "+" | "-") => string) => Effect.as(sql.unsafe(change("+")), sql.unsafe(change("-")))

  const transaction = ({ billing_transaction_id }: { readonly billing_transaction_id: string }) =>
    `billing_transaction_id = '${billing_transaction_id}'`

  return {
    "an order without an event": Effect.fnUntraced(function*({ open }: History) {
      const set = (kind: string) => sql`UPDATE events SET kind = ${kind} WHERE event_id = ${open.event_id}`
      yield* set("event.recorded")
      return { kind: "charge_without_order", object_id: open.billing_transaction_id, undo: set("domain.registered") }
    }),

    "an event without a charge": Effect.fnUntraced(function*({ end, open, own }: History) {
      const id = open.event_id.slice(0, -4) + "0000"
      yield* sql.unsafe(
        `INSERT INTO events (event_id, organization_id, object_type, object_name, type, subtype, event_data,
          principal, created_on, kind, counted_tld)
        SELECT '${id}', '${own}', object_type, 'unpaid.example', type, subtype, event_data, principal, created_on, kind,
          counted_tld FROM events WHERE event_id = '${open.event_id}'`
      )
      yield* at(DateTime.formatIso(end))
      return { kind: "order_without_charge", object_id: id, undo: sql`DELETE FROM events WHERE event_id = ${id}` }
    }),

    "another price than the quote": Effect.fnUntraced(function*({ withQuote }: History) {
      const set = (from: number, to: number) =>
        sql.unsafe(`UPDATE domain_quotes SET prices = replace(prices, '"unit_price":${from}', '"unit_price":${to}')
          WHERE quote_id = '${withQuote.quote_id}'`)
      yield* set(850, 851)
      return { kind: "quoted_price", object_id: withQuote.billing_transaction_id, undo: set(851, 850) }
    }),

    "another amount than the ledger": Effect.fnUntraced(function*({ open }: History) {
      const undo = yield* altered((sign) =>
        `UPDATE billing_transactions SET price = price ${sign} 1, amount = amount ${sign} 1 WHERE ${transaction(open)}`
      )
      return { kind: "charge_amount", object_id: open.billing_transaction_id, undo }
    }),

    "a balance": Effect.fnUntraced(function*({ own }: History) {
      const undo = yield* altered((sign) =>
        `UPDATE ledgers SET wallet = wallet ${sign} 1, cash = cash - (0 ${sign} 1) WHERE payer_id = '${own}'`
      )
      return { kind: "ledger_balance", object_id: `${own} EUR`, undo }
    }),

    "money without a top-up": Effect.fnUntraced(function*({ failed }: History) {
      const before = states.get(failed.payment_id)
      if (before === undefined) return yield* Effect.die(new Error("no payment"))
      states.set(failed.payment_id, { ...before, status: "succeeded" })
      return {
        kind: "payment_without_top_up",
        object_id: failed.payment_id,
        undo: Effect.sync(() => states.set(failed.payment_id, before))
      }
    }),

    "money of an unknown payment": Effect.fnUntraced(function*({ payment }: History) {
      const before = states.get(payment.payment_id)
      if (before === undefined) return yield* Effect.die(new Error("no payment"))
      const id = payment.payment_id.slice(0, -4) + "0000"
      states.set(id, { ...before, payment_id: id })
      return { kind: "payment_without_top_up", object_id: id, undo: Effect.sync(() => states.delete(id)) }
    }),

    "a top-up without money": Effect.fnUntraced(function*({ payment }: History) {
      const before = states.get(payment.payment_id)
      if (before === undefined) return yield* Effect.die(new Error("no payment"))
      states.delete(payment.payment_id)
      return {
        kind: "top_up_without_payment",
        object_id: payment.payment_id,
        undo: Effect.sync(() => states.set(payment.payment_id, before))
      }
    }),

    "a charge that invoices do not contain": Effect.fnUntraced(function*({ end, own }: History) {
      yield* at("2026-01-02T13:00:00Z")
      const late = yield* ordered(own, "late.example", 300)
      yield* at(DateTime.formatIso(end))
      const undo = sql.unsafe(`UPDATE billing_transactions SET status = 'canceled' WHERE ${transaction(late)}`)
      return { kind: "charge_without_invoice", object_id: late.billing_transaction_id, undo }
    }),

    "a charge on two documents": Effect.fnUntraced(function*({ free, own }: History) {
      const receipt = (yield* documentsOf(own)).find(({ document_type }) => document_type === "receipt")
      if (receipt === undefined) return yield* Effect.die(new Error("no receipt"))
      yield* sql.unsafe(`INSERT INTO invoice_items (invoice_id, billing_transaction_id, step, booked_on, is_released)
        SELECT '${receipt.invoice_id}', billing_transaction_id, step, booked_on, NOT is_released FROM invoice_items
        WHERE ${transaction(free)}`)
      const undo = sql.unsafe(
        `DELETE FROM invoice_items WHERE invoice_id = '${receipt.invoice_id}' AND ${transaction(free)}`
      )
      return { kind: "charge_on_two_invoices", object_id: free.billing_transaction_id, undo }
    }),

    "a total": Effect.fnUntraced(function*({ own }: History) {
      const [document] = yield* documentsOf(own)
      const { find } = yield* InvoiceStore
      const { invoice_id } = Option.getOrThrow(yield* find(document?.invoice_id ?? ""))
      const undo = yield* altered((sign) =>
        `UPDATE invoices SET amount = amount ${sign} 1, rounding_amount = rounding_amount ${sign} 1
          WHERE invoice_id = '${invoice_id}'`
      )
      return { kind: "invoice_total", object_id: invoice_id, undo }
    })
  } as const
})
