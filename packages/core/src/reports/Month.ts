import { DateTime, Schema } from "effect"
import type { Instant } from "../shared/index.ts"

/** Calendar month in UTC, such as `2026-03`. */
export const Month = Schema.String.check(Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])$/)).pipe(Schema.brand("Month"))
export type Month = typeof Month.Type

/** Time range: `from` inclusive, `until` exclusive. */
export interface TimeRange {
  readonly from: Instant.Instant
  readonly until: Instant.Instant
}

const startOfMonth = (instant: Instant.Instant): Instant.Instant => DateTime.startOf(instant, "month")

const monthOf = (instant: Instant.Instant): Month => Month.make(DateTime.formatIso(instant).slice(0, 7))

/** Time range of a month. */
export const rangeOfMonth = (month: Month): TimeRange => {
  const from = DateTime.makeUnsafe(`${month}-01T00:00:00Z`)
  return { from, until: DateTime.add(from, { months: 1 }) }
}

/** Time range from the first of this month to now. */
export const monthToDate = (now: Instant.Instant): TimeRange => ({ from: startOfMonth(now), until: now })

/** Delay of the monthly reports after the end of the month. */
const reportDelay = { hours: 5 }

/**
 * Month of the due monthly reports: the previous month, or the one before it until 05:00 UTC on the 1st. Source: REST
 * specification, "Report".
 */
export const dueMonth = (now: Instant.Instant): Month =>
  monthOf(DateTime.subtract(startOfMonth(DateTime.subtract(now, reportDelay)), { months: 1 }))
