import { DateTime, Schema } from "effect"
import { type Instant, Period } from "../shared/index.ts"

const form = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** ISO 8601 duration with integer parts and without weeks: `P30D`, `P1Y`, `PT12H`, `P0D`. */
export const IsoDuration = Schema.String.check(
  Schema.isPattern(form, { expected: "an ISO 8601 duration such as P30D" })
).annotate({ identifier: "IsoDuration", format: "duration" })
export type IsoDuration = typeof IsoDuration.Type

/** Duration in days, such as `P30D`. */
export const days = (count: number): IsoDuration => `P${count}D`

/** Duration of a term, such as `P1Y`. */
export const ofPeriod = (period: Period.Period): IsoDuration => Period.toIsoDuration(period)

const parts = (duration: IsoDuration) => {
  const match = form.exec(duration)
  if (match === null) throw new Error(`${duration} is no ISO 8601 duration`)
  const part = (group: number) => Number(match[group] ?? 0)
  return { years: part(1), months: part(2), days: part(3), hours: part(4), minutes: part(5), seconds: part(6) }
}

/** True for a duration of zero, such as `P0D`. */
export const isZero = (duration: IsoDuration): boolean => Object.values(parts(duration)).every((value) => value === 0)

/** Adds a duration to an instant; months and years by the calendar. Null adds nothing. */
export const addTo = (instant: Instant.Instant, duration: IsoDuration | null): Instant.Instant =>
  duration === null ? instant : DateTime.add(instant, parts(duration))

/** Subtracts a duration, the inverse of `addTo` except at the end of a month. */
export const subtractFrom = (instant: Instant.Instant, duration: IsoDuration | null): Instant.Instant =>
  duration === null ? instant : DateTime.subtract(instant, parts(duration))
