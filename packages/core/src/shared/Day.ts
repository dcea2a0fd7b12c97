import { DateTime, Schema } from "effect"

/** Milliseconds of a day. */
export const dayMillis = 86_400_000

const text = /^\d{4}-\d{2}-\d{2}$/

const exists = (day: string): boolean => {
  if (!text.test(day)) return false
  const parsed = DateTime.make(`${day}T00:00:00Z`)
  return parsed._tag === "Some" && DateTime.formatIsoDateUtc(parsed.value) === day
}

/** A day of the calendar in UTC, `YYYY-MM-DD`. */
export const Day = Schema.String.annotate({ format: "date" }).check(
  Schema.makeFilter(exists, {
    expected: "a date, YYYY-MM-DD",
    issueType: "date_parsing",
    // Days that every month has.
    arbitraryConstraint: { patterns: [{ source: "^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])$", flags: "" }] }
  })
)
export type Day = string

/** Number of a day, counted from 1970. */
export const dayNumber = (day: Day): number => DateTime.makeUnsafe(`${day}T00:00:00Z`).epochMilliseconds / dayMillis

/** Day with a number, as text. */
export const dayOfNumber = (number: number): Day => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(number * dayMillis))
