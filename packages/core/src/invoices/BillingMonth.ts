import { DateTime, Schema } from "effect"
import type { Instant } from "../shared/index.ts"

/** Calendar month in UTC, such as `2026-03`. */
export const BillingMonth = Schema.String.check(
  Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])$/, { expected: "a month, YYYY-MM" })
)
export type BillingMonth = typeof BillingMonth.Type

/** First instant of a month. */
export const startOfMonth = (month: BillingMonth): Instant.Instant => DateTime.makeUnsafe(`${month}-01T00:00:00Z`)

/** Month of an instant. */
export const monthOf = (instant: Instant.Instant): BillingMonth => DateTime.formatIsoDateUtc(instant).slice(0, 7)

/** First and last day of a month. */
export const daysOfMonth = (month: BillingMonth): { readonly first: string; readonly last: string } => ({
  first: `${month}-01`,
  last: DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.add(startOfMonth(month), { months: 1 }), { days: 1 }))
})

/**
 * Delay of the automatic invoices after the end of a month. Charges whose transactions commit at the end of the month are
 * then stored.
 */
const issueDelay = { hours: 1 }

/** End of the last complete month: entries before it are invoiced. */
export const endOfLastMonth = (now: Instant.Instant): Instant.Instant => DateTime.startOf(now, "month")

/** End of the last month whose automatic invoices are due, from 01:00 UTC on the 1st. */
export const endOfDueMonth = (now: Instant.Instant): Instant.Instant =>
  endOfLastMonth(DateTime.subtract(now, issueDelay))
