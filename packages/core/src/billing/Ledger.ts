import { Schema } from "effect"
import { Money, type OrganizationId } from "../shared/index.ts"
import type { BillingTransactionId } from "./BillingTransaction.ts"

/**
 * The accounts that every payer has in every currency. What the payer owns counts up in `wallet` and `reserved`, what
 * was earned in `revenue` and `tax`; `cash` and `adjustments` are where it came from, so they go below zero.
 */
export const ledgerAccounts = ["wallet", "reserved", "revenue", "tax", "cash", "adjustments"] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/** What an entry adds to each account, or what each account holds; always zero in total. */
export type Postings = Readonly<Record<LedgerAccount, Money.MinorUnits>>

/** What an entry records. Each happens at most once to a billing transaction. */
export const LedgerStep = Schema.Literals(["reserve", "capture", "release", "refund", "top_up", "adjust"])
  .annotate({ identifier: "LedgerStep" })
export type LedgerStep = typeof LedgerStep.Type

/** One balanced line of a payer's ledger, never changed. The billing transaction and the step are its key. */
export interface LedgerEntry {
  readonly billing_transaction_id: BillingTransactionId
  readonly step: LedgerStep
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
  readonly postings: Postings
}

/** The amounts of a charge: `amount` is `price` and `tax_amount` together. */
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

/** A credit to the payer; a charge when `amount` is negative. */
export const adjustment = (amount: Money.MinorUnits): Postings => ({
  ...noPostings,
  adjustments: negative(amount),
  wallet: amount
})
