import type { StoredInvoice } from "@namewright/core/invoices"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Entry of the ledger with the product that it is about. */
interface Entry {
  readonly id: string
  readonly step: "capture" | "refund" | "adjust"
  /** Month of the entry. */
  readonly month: string
  readonly product: string
  /** Ten-thousandths of a percent. */
  readonly rate: number
  /** Minor units that the payer owes, negative for refunds and credits. */
  readonly net: number
  readonly gross: number
}

/** A document as amounts: lines by product and rate, taxes by rate, without those of free charges. */
export interface DocumentAmounts {
  readonly month: string | null
  readonly is_credit: boolean
  readonly lines: ReadonlyArray<readonly [product: string, rate: number, net: number]>
  readonly taxes: ReadonlyArray<readonly [rate: number, net: number, tax: number]>
  readonly net: number
  readonly tax: number
  readonly rounding: number
  readonly gross: number
}

/** Entries of a payer, as the ledger has them. */
const entriesOf = Effect.fnUntraced(function*(payer: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Entry>`SELECT e.billing_transaction_id AS id, e.step, substr(e.created_on, 1, 7) AS month,
      t.product_type || ' ' || t.action AS product, t.tax_rate AS rate, e.revenue + e.adjustments AS net,
      e.revenue + e.adjustments + e.tax AS gross
    FROM ledger_entries e JOIN billing_transactions t ON t.billing_transaction_id = e.billing_transaction_id
    WHERE e.payer_id = ${payer} AND e.step IN ('capture', 'refund', 'adjust')`
})

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)

const byText = <A>(list: ReadonlyArray<A>) => list.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** Tax on a net amount, rounded half away from zero, in integers. */
const taxOn = (net: number, rate: number) => {
  const exact = BigInt(Math.abs(net)) * BigInt(rate)
  return Math.sign(net) * Number((exact + 500_000n) / 1_000_000n) + 0
}

const documentOf = (month: string, is_credit: boolean, entries: ReadonlyArray<Entry>): DocumentAmounts => {
  const sign = is_credit ? -1 : 1
  const net = (list: ReadonlyArray<Entry>) => sign * sum(list.map((entry) => entry.net)) + 0
  const lines = [...Map.groupBy(entries, ({ product, rate }) => `${product}/${rate}`).values()].map((list) =>
    [list[0]?.product ?? "", list[0]?.rate ?? 0, net(list)] as const
  )
  const taxes = [...Map.groupBy(entries, ({ rate }) => rate)].map(([rate, list]) =>
    [rate, net(list), taxOn(net(list), rate)] as const
  )
  const tax = sum(taxes.map(([, , amount]) => amount))
  const gross = sign * sum(entries.map((entry) => entry.gross)) + 0
  const total = net(entries)
  return {
    month,
    is_credit,
    lines: byText(lines.filter(([, , amount]) => amount !== 0)),
    taxes: byText(taxes.filter(([, amount]) => amount !== 0)),
    net: total,
    tax,
    rounding: gross - total - tax,
    gross
  }
}

const isFree = (entries: ReadonlyArray<Entry>) => entries.every(({ gross, net }) => gross === 0 && net === 0)

/**
 * The invoices and credit notes of a payer, computed from the ledger. Valid if every entry was committed before the end of
 * its month was invoiced. A charge that is taken back in its month is on no document; charges of a month that are credits
 * in sum are on the credit note.
 */
export const recomputedDocuments = Effect.fnUntraced(function*(payer: OrganizationId) {
  const months = Map.groupBy(yield* entriesOf(payer), ({ month }) => month)
  return [...months].toSorted(([a], [b]) => a < b ? -1 : 1).flatMap(([month, entries]) => {
    const idsOf = (step: Entry["step"]) => new Set(entries.flatMap((entry) => entry.step === step ? [entry.id] : []))
    const [captured, refunded] = [idsOf("capture"), idsOf("refund")]
    const kept = entries.filter(({ id }) => !captured.has(id) || !refunded.has(id))
    const refunds = kept.filter(({ step }) => step === "refund")
    const charges = kept.filter(({ step }) => step !== "refund")
    const isCredit = sum(charges.map(({ gross }) => gross)) < 0
    const [invoiced, credited] = isCredit ? [[], kept] : [charges, refunds]
    return [
      ...(isFree(invoiced) ? [] : [documentOf(month, false, invoiced)]),
      ...(isFree(credited) ? [] : [documentOf(month, true, credited)])
    ]
  })
})

/** The same amounts of a stored document. */
export const amountsOf = ({ content, ...invoice }: StoredInvoice): DocumentAmounts => ({
  month: content.month,
  is_credit: invoice.invoice_type === "credit",
  lines: byText(
    content.lines.flatMap(({ action, net, product_type, tax_rate }) =>
      net === 0 ? [] : [[`${product_type} ${action}`, tax_rate, net] as const]
    )
  ),
  taxes: byText(content.taxes.flatMap(({ net, tax, tax_rate }) => net === 0 ? [] : [[tax_rate, net, tax] as const])),
  net: invoice.fees_amount,
  tax: invoice.taxes_amount,
  rounding: invoice.rounding_amount,
  gross: invoice.amount
})
