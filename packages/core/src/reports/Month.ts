import { DateTime, Schema } from "effect"
import type { Instant } from "../shared/index.ts"

/** A calendar month in UTC, as `2026-03`. */
export const Month = Schema.String.check(Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])$/)).pipe(Schema.brand("Month"))
export type Month = typeof Month.Type

/** A stretch of time, with its beginning and without its end. */
export interface Stretch {
  readonly from: Instant.Instant
  readonly until: Instant.Instant
}

const startOfMonth = (instant: Instant.Instant): Instant.Instant => DateTime.startOf(instant, "month")

const monthOf = (instant: Instant.Instant): Month => Month.make(DateTime.formatIso(instant).slice(0, 7))

/** From the first of the month to the first of the next. */
export const stretchOf = (month: Month): Stretch => {
  const from = DateTime.makeUnsafe(`${month}-01T00:00:00Z`)
  return { from, until: DateTime.add(from, { months: 1 }) }
}

/** From the first of this month up to now. */
export const monthToDate = (now: Instant.Instant): Stretch => ({ from: startOfMonth(now), until: now })

/** Hours after which the month that has ended is reported on. */
const reportedAfter = { hours: 5 }

/**
 * The month whose reports are to be made: the one before, from the 1st at 05:00 UTC on; until then the one before that.
 * Source: REST specification, "Report".
 */
export const dueMonth = (now: Instant.Instant): Month =>
  monthOf(DateTime.subtract(startOfMonth(DateTime.subtract(now, reportedAfter)), { months: 1 }))
