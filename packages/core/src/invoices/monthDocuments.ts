import { DateTime } from "effect"
import type { Instant } from "../shared/index.ts"
import { type BillingMonth, monthOf } from "./BillingMonth.ts"
import type { LedgerMovement } from "./InvoiceStore.ts"

/** The documents of a payer about one month. Both lists may be empty. */
export interface MonthDocuments {
  readonly month: BillingMonth
  /** Charges and adjustments of the invoice. */
  readonly invoice: ReadonlyArray<LedgerMovement>
  /** Refunds of the credit note, and the whole month if credits exceed its charges. */
  readonly credit: ReadonlyArray<LedgerMovement>
}

/**
 * Divides movements that no document contains among the documents of their months. Movements of closed months are late, and
 * belong to the first open month; free ones are left out, because a month in which everything was free has no document. A
 * charge that was refunded in its month is on no document.
 */
export const monthDocuments = (
  movements: ReadonlyArray<LedgerMovement>,
  closedBefore: Instant.Instant
): ReadonlyArray<MonthDocuments> => {
  const firstOpen = monthOf(closedBefore)
  const monthFor = ({ booked_on }: LedgerMovement): BillingMonth =>
    DateTime.isLessThan(booked_on, closedBefore) ? firstOpen : monthOf(booked_on)
  const isLeftOut = ({ amount, booked_on, price }: LedgerMovement): boolean =>
    amount === 0 && price === 0 && DateTime.isLessThan(booked_on, closedBefore)
  const months = Map.groupBy(movements.filter((movement) => !isLeftOut(movement)), monthFor)
  return [...months.keys()].toSorted().map((month) => documentsOf(month, months.get(month) ?? []))
}

const documentsOf = (month: BillingMonth, movements: ReadonlyArray<LedgerMovement>): MonthDocuments => {
  const of = (step: LedgerMovement["step"]) =>
    new Set(movements.filter((one) => one.step === step).map((one) => one.billing_transaction_id))
  const [captured, refunded] = [of("capture"), of("refund")]
  const kept = movements.filter(({ billing_transaction_id, step }) =>
    step === "capture"
      ? !refunded.has(billing_transaction_id)
      : step === "refund"
      ? !captured.has(billing_transaction_id)
      : true
  )
  const refunds = kept.filter(({ step }) => step === "refund")
  const charges = kept.filter(({ step }) => step !== "refund")
  const isCredit = charges.reduce((sum, { amount }) => sum + amount, 0) < 0
  return isCredit
    ? { month, invoice: [], credit: [...charges, ...refunds] }
    : { month, invoice: charges, credit: refunds }
}
