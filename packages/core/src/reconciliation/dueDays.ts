import { DateTime } from "effect"
import { type Day, dayNumber, dayOfNumber, Instant } from "../shared/index.ts"
import type { ReconciliationRun } from "./FindingStore.ts"

/** Days that the rounds look back at: two months. */
export const reconciledDays = 62

/**
 * Days after which the payments of a day are no longer compared. Cards are charged back up to 120 days after the payment,
 * or after a service that follows it, and a dispute takes up to three months more.
 */
export const comparedPaymentDays = 365

/** Pause between comparisons of the payments of a day. A provider lists 100 payments in one call. */
const paymentsEvery = { days: 7 }

/** Pause after a comparison that the provider did not answer. */
export const paymentsRetry = { hours: 1 }

/** Maximum age, in days, of a missed day that is still reconciled. */
const missedDays = 7

/** Delay after the end of a day: transactions that began before midnight are then committed. */
const delay = { hours: 1 }

const dayOf = (instant: Instant.Instant): Day => DateTime.formatIsoDateUtc(instant)

/** Time when the payments of a day are compared again after a comparison now; null if the day is too old. */
export const nextPayments = (day: Day, now: Instant.Instant, isAnswered: boolean): Instant.Instant | null =>
  dayNumber(dayOf(now)) - dayNumber(day) >= comparedPaymentDays
    ? null
    : DateTime.add(now, isAnswered ? paymentsEvery : paymentsRetry)

/** The last day that can be reconciled. */
export const lastEndedDay = (now: Instant.Instant): Day =>
  dayOfNumber(dayNumber(dayOf(DateTime.subtract(now, delay))) - 1)

/**
 * Days that a round has to reconcile, oldest first: ended days without a run, the days of the last month once its invoices
 * are issued, from the 2nd at 01:00 UTC, and once a day those with open findings. `hasInvoices` is false for an
 * installation without invoices.
 */
export const dueDays = (
  now: Instant.Instant,
  runs: ReadonlyArray<ReconciliationRun>,
  openDays: ReadonlyArray<Day>,
  hasInvoices: boolean
): ReadonlyArray<Day> => {
  const last = dayNumber(lastEndedDay(now))
  const ranOn = new Map(runs.map(({ day, ran_on }) => [day, ran_on]))
  const first = Math.max(last - missedDays + 1, Math.min(last, ...runs.map(({ day }) => dayNumber(day))))
  const missed = Array.from({ length: last - first + 1 }, (_, index) => dayOfNumber(first + index))
    .filter((day) => !ranOn.has(day))
  const ranBefore = (day: Day, instant: Instant.Instant) => {
    const ran = ranOn.get(day)
    return ran !== undefined && DateTime.isLessThan(ran, instant)
  }
  const month = DateTime.startOf(now, "month")
  const invoiced = DateTime.add(month, { days: 1, ...delay })
  const lastMonth = dayOf(DateTime.subtract(month, { days: 1 })).slice(0, 7)
  const closed = !hasInvoices || DateTime.isLessThan(now, invoiced)
    ? []
    : runs.flatMap(({ day }) => day.startsWith(lastMonth) && ranBefore(day, invoiced) ? [day] : [])
  const today = DateTime.startOf(now, "day")
  const open = openDays.filter((day) => ranBefore(day, today))
  return [...new Set([...missed, ...closed, ...open])].toSorted()
}

/** Days whose payments are due to be compared again, oldest first. */
export const duePayments = (now: Instant.Instant, runs: ReadonlyArray<ReconciliationRun>): ReadonlyArray<Day> =>
  runs.flatMap(({ day, payments_due_on }) =>
    payments_due_on !== null && Instant.hasPassed(payments_due_on, now) ? [day] : []
  )

/** Days since the first run that were missed for more than a week. Only their payments are compared again. */
export const missedPayments = (now: Instant.Instant, runs: ReadonlyArray<ReconciliationRun>): ReadonlyArray<Day> => {
  const last = dayNumber(lastEndedDay(now)) - missedDays
  const first = Math.min(last + 1, ...runs.map(({ day }) => dayNumber(day)))
  const ran = new Set(runs.map(({ day }) => day))
  return Array.from({ length: last - first + 1 }, (_, index) => dayOfNumber(first + index))
    .filter((day) => !ran.has(day))
}
