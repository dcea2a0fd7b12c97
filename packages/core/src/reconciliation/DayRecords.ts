import { Context, type Effect } from "effect"
import type { BillingTransactionId, BillingTransactionStatus, LedgerStep, ProductAction } from "../billing/index.ts"
import type { StoredQuote } from "../domains/index.ts"
import type { EventKind } from "../events/index.ts"
import type { InvoiceId } from "../invoices/index.ts"
import type { StoredPayment } from "../payments/index.ts"
import type { Instant, Money, OrganizationId } from "../shared/index.ts"

/** Range of times: `from` inclusive, `before` exclusive. */
export interface TimeRange {
  readonly from: Instant.Instant
  readonly before: Instant.Instant
}

/** Transaction of a difference. */
export interface ReconciledCharge {
  readonly billing_transaction_id: BillingTransactionId
  readonly organization_id: OrganizationId
  readonly product_reference: string | null
  readonly action: ProductAction
  readonly amount: Money.MinorUnits
  readonly currency: Money.Currency
}

/** Completed transaction with the amounts of its entry in the ledger; null without an entry. */
export interface PostedCharge extends ReconciledCharge {
  readonly step: LedgerStep | null
  readonly tax_amount: Money.MinorUnits
  readonly posted_amount: Money.MinorUnits | null
  readonly posted_tax: Money.MinorUnits | null
}

export interface UnbilledOrder {
  readonly event_id: string
  readonly organization_id: OrganizationId
  readonly object_name: string
  readonly kind: EventKind
}

/** Used quote with a charge of its organization and name that was made while the quote was valid. */
export interface QuotedCharge
  extends
    Pick<StoredQuote, "quote_id" | "prices" | "used_on">,
    Pick<ReconciledCharge, "billing_transaction_id" | "organization_id" | "action" | "currency">
{
  readonly status: BillingTransactionStatus
  /** Net price of the charge. */
  readonly price: Money.MinorUnits
  readonly charged_on: Instant.Instant
}

/** Payment with the state of its top-up. */
export interface PaymentRecord extends
  Pick<
    StoredPayment,
    | "payment_id"
    | "organization_id"
    | "provider"
    | "provider_payment_id"
    | "status"
    | "amount"
    | "currency"
    | "returned_amount"
    | "pending_refund"
    | "return_url"
    | "failure"
    | "next_check_on"
    | "created_on"
  >
{
  /** True if the announced top-up is succeeded, or the money was booked later. */
  readonly topped_up: boolean
}

/** Document with the sums of its items, in minor units. */
export interface DocumentSums {
  readonly invoice_id: InvoiceId
  readonly organization_id: OrganizationId
  readonly currency: Money.Currency
  readonly amount: Money.MinorUnits
  readonly fees_amount: Money.MinorUnits
  readonly items_amount: Money.MinorUnits
  readonly items_price: Money.MinorUnits
}

/**
 * Rows by their time: transactions by their completion, events by their creation, quotes by their use, payments by their
 * creation, and documents by their issue.
 */
export type TimedRows = "transactions" | "events" | "quotes" | "payments" | "documents"

/** Port: mismatched records of one UTC day, or of a part of it. */
export class DayRecords extends Context.Service<DayRecords, {
  /** Time of the first row after `count` rows of a range; null if the range has no such row. */
  readonly timeAfter: (rows: TimedRows, range: TimeRange, count: number) => Effect.Effect<Instant.Instant | null>
  /** Succeeded charges of domains in `day` without an event of their order in `around`. */
  readonly chargesWithoutOrder: (
    day: TimeRange,
    around: TimeRange,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ReconciledCharge>>
  /** Billed orders of domains in `day` without a captured charge in `around`. */
  readonly ordersWithoutCharge: (
    day: TimeRange,
    around: TimeRange,
    limit: number
  ) => Effect.Effect<ReadonlyArray<UnbilledOrder>>
  /**
   * All quotes that were used in `day` with the charges they may belong to. A limit could separate these; the number of
   * quotes is bounded by the length of `day`.
   */
  readonly quotedCharges: (day: TimeRange) => Effect.Effect<ReadonlyArray<QuotedCharge>>
  /** Transactions that succeeded in `day` whose entry is missing or has other amounts. */
  readonly wrongPostings: (day: TimeRange, limit: number) => Effect.Effect<ReadonlyArray<PostedCharge>>
  /** Payments that were created in `day`, by time and id. Their number is bounded by the length of `day`. */
  readonly payments: (day: TimeRange) => Effect.Effect<ReadonlyArray<PaymentRecord>>
  /** Payments by the platform's ids. */
  readonly paymentsById: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<PaymentRecord>>
  /** Charges and adjustments that succeeded in `day`, in a closed month of their payer, and are on no valid document. */
  readonly chargesWithoutInvoice: (
    day: TimeRange,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ReconciledCharge>>
  /** Charges and adjustments that completed in `day` and are on several valid documents. */
  readonly chargesOnTwoInvoices: (
    day: TimeRange,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ReconciledCharge & { readonly documents: number }>>
  /** Documents that were issued in `day` and whose amounts differ from the sums of their items. */
  readonly wrongTotals: (day: TimeRange, limit: number) => Effect.Effect<ReadonlyArray<DocumentSums>>
}>()("@namewright/core/reconciliation/DayRecords") {}
