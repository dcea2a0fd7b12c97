import { Schema } from "effect"
import { Money, type OrganizationId } from "../shared/index.ts"
import type { BillingTransactionId } from "./BillingTransaction.ts"

/**
 * The accounts of every payer in every currency. Positive balances: `wallet` and `reserved` for the payer's money,
 * `revenue` and `tax` for earnings. `cash` and `adjustments` are their sources, so they become negative.
 */
export const ledgerAccounts = ["wallet", "reserved", "revenue", "tax", "cash", "adjustments"] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/** Changes of the accounts by an entry, or their balances; the sum is always zero. */
export type Postings = Readonly<Record<LedgerAccount, Money.MinorUnits>>

/** Step that an entry records, at most once per billing transaction. */
export const LedgerStep = Schema.Literals(["reserve", "capture", "release", "refund", "top_up", "return", "adjust"])
  .annotate({ identifier: "LedgerStep" })
export type LedgerStep = typeof LedgerStep.Type

/** One balanced, immutable entry of a payer's ledger. Its key is the billing transaction and the step. */
export interface LedgerEntry {
  readonly billing_transaction_id: BillingTransactionId
  readonly step: LedgerStep
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
  readonly postings: Postings
}

/** Amounts of a charge: `amount` is `price` plus `tax_amount`. */
export interface ChargeAmounts {
  readonly price: Money.MinorUnits
  readonly tax_amount: Money.MinorUnits
  readonly amount: Money.MinorUnits
}

/** Zero in every account. */
export const noPostings: Postings = {
  wallet: Money.zero,
  reserved: Money.zero,
  revenue: Money.zero,
  tax: Money.zero,
  cash: Money.zero,
  adjustments: Money.zero
}

const negative = (amount: Money.MinorUnits): Money.MinorUnits => Money.MinorUnits.make(0 - amount)

export const reservation = ({ amount }: ChargeAmounts): Postings => ({
  ...noPostings,
  wallet: negative(amount),
  reserved: amount
})

export const capture = ({ amount, price, tax_amount }: ChargeAmounts): Postings => ({
  ...noPostings,
  reserved: negative(amount),
  revenue: price,
  tax: tax_amount
})

export const release = ({ amount }: ChargeAmounts): Postings => ({
  ...noPostings,
  reserved: negative(amount),
  wallet: amount
})

export const refund = ({ amount, price, tax_amount }: ChargeAmounts): Postings => ({
  ...noPostings,
  revenue: negative(price),
  tax: negative(tax_amount),
  wallet: amount
})

export const topUp = (amount: Money.MinorUnits): Postings => ({
  ...noPostings,
  cash: negative(amount),
  wallet: amount
})

/** Postings of money that was set aside, and that its payment provider has given back. */
export const returnOfReserved = (amount: Money.MinorUnits): Postings => ({
  ...noPostings,
  reserved: negative(amount),
  cash: amount
})

/** Postings of a credit to the payer; of a charge if `amount` is negative. */
export const adjustment = (amount: Money.MinorUnits): Postings => ({
  ...noPostings,
  adjustments: negative(amount),
  wallet: amount
})
