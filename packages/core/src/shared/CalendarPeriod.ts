import { DateTime } from "effect"
import { dayMillis } from "./Day.ts"

/** Period of the calendar in UTC; a week begins on Monday. */
export type CalendarPeriod = "day" | "week" | "month"

/** 1970 began on a Thursday, three days after the Monday of its week. */
const daysAfterMonday = 3

/** First day of the period that contains a day. Days are numbers, counted from 1970. */
export const periodBegin: Readonly<Record<CalendarPeriod, (day: number) => number>> = {
  day: (day) => day,
  week: (day) => day - (((day + daysAfterMonday) % 7) + 7) % 7,
  month: (day) => startOfMonth(day, 0)
}

/** First day after the period that begins on a day. */
export const periodEnd: Readonly<Record<CalendarPeriod, (begin: number) => number>> = {
  day: (begin) => begin + 1,
  week: (begin) => begin + 7,
  month: (begin) => startOfMonth(begin, 1)
}

/** First day of the month of a day, or of a month after it. */
const startOfMonth = (day: number, later: number): number =>
  DateTime.makeUnsafe(day * dayMillis).pipe(DateTime.startOf("month"), DateTime.add({ months: later }))
    .epochMilliseconds / dayMillis
