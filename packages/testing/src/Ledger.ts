import { Money } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Changes of the accounts of a payer, or their balances, as decimal text. Their sum is zero. */
export interface Accounts {
  readonly wallet: string
  readonly reserved: string
  readonly revenue: string
  readonly tax: string
  readonly cash: string
  readonly adjustments: string
}

/** An entry of the ledger. */
export interface LedgerPosting extends Accounts {
  readonly billing_transaction_id: string
  readonly payer_id: string
  readonly currency: string
  readonly step: "reserve" | "capture" | "release" | "refund" | "top_up" | "return" | "adjust"
  /** The product, such as `domain`, its reference, such as the name, and the action, such as `create`. */
  readonly product_type: string
  readonly product_reference: string | null
  readonly action: string
  readonly created_on: string
}

/** The accounts of a payer in a currency. */
export interface LedgerBalance extends Accounts {
  readonly payer_id: string
  readonly currency: string
}

/** The money of the installation. */
export interface Ledger {
  /** Sums of the postings, by payer and currency. */
  readonly balances: ReadonlyArray<LedgerBalance>
  /** Entries in the order of their time. */
  readonly postings: ReadonlyArray<LedgerPosting>
}

const accounts = ["wallet", "reserved", "revenue", "tax", "cash", "adjustments"] as const

type Row = Omit<LedgerPosting, keyof Accounts> & Readonly<Record<keyof Accounts, number>>

const decimals = (amounts: Readonly<Record<keyof Accounts, number>>): Accounts => {
  const [wallet, reserved, revenue, tax, cash, adjustments] = accounts.map((name) => Money.toDecimal(amounts[name]))
  return {
    wallet: wallet ?? "",
    reserved: reserved ?? "",
    revenue: revenue ?? "",
    tax: tax ?? "",
    cash: cash ?? "",
    adjustments: adjustments ?? ""
  }
}

/** Reads the ledger of all organizations, or of one payer. */
export const readLedger = Effect.fnUntraced(function*(payer: string | undefined) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Row>`
    SELECT e.billing_transaction_id, e.payer_id, e.currency, e.step, t.product_type, t.product_reference, t.action,
      e.wallet, e.reserved, e.revenue, e.tax, e.cash, e.adjustments, e.created_on
    FROM ledger_entries e JOIN billing_transactions t USING (billing_transaction_id)
    WHERE ${payer ?? ""} IN ('', e.payer_id)
    ORDER BY e.created_on, e.billing_transaction_id,
      CASE e.step WHEN 'reserve' THEN 0 WHEN 'refund' THEN 2 ELSE 1 END`
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.payer_id} ${row.currency}`
    const sum = sums.get(key)
    const added = sum === undefined ? row : {
      ...row,
      ...Object.fromEntries(accounts.map((name) => [name, sum[name] + row[name]]))
    }
    sums.set(key, added)
  }
  const ledger: Ledger = {
    balances: [...sums.values()].map((sum) => ({
      payer_id: sum.payer_id,
      currency: sum.currency,
      ...decimals(sum)
    })),
    postings: rows.map((row) => ({ ...row, ...decimals(row) }))
  }
  return ledger
})
