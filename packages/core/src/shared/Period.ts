import { DateTime, Schema } from "effect"
import { limits } from "./Limits.ts"

export const PeriodUnit = Schema.Literals(["y", "m", "d"]).annotate({ identifier: "PeriodUnit" })
export type PeriodUnit = typeof PeriodUnit.Type

/** A term of years, months or days. Source: REST specification, "Domain". */
export const Period = Schema.Struct({
  unit: PeriodUnit,
  value: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.periodValue.maximum }))
}).annotate({ identifier: "Period" })
export type Period = typeof Period.Type

export const years = (value: number): Period => ({ unit: "y", value })
export const months = (value: number): Period => ({ unit: "m", value })

/** The term in months; undefined for a term in days, which has no fixed number of months. */
export const inMonths = (period: Period): number | undefined =>
  period.unit === "d" ? undefined : period.unit === "y" ? period.value * 12 : period.value

/** Twelve months are a year; days equal only days. */
export const equals = (a: Period, b: Period): boolean =>
  a.unit === "d" || b.unit === "d" ? a.unit === b.unit && a.value === b.value : inMonths(a) === inMonths(b)

/** Adds a term to an instant. 29 February of a leap year becomes 28 February of a common year. */
export const addTo = (instant: DateTime.Utc, period: Period): DateTime.Utc => move(instant, period, 1)

/** Subtracts a term: the inverse of `addTo` except at the end of February. */
export const subtractFrom = (instant: DateTime.Utc, period: Period): DateTime.Utc => move(instant, period, -1)

const move = (instant: DateTime.Utc, { unit, value }: Period, sign: 1 | -1): DateTime.Utc => {
  switch (unit) {
    case "y":
      return DateTime.add(instant, { years: sign * value })
    case "m":
      return DateTime.add(instant, { months: sign * value })
    case "d":
      return DateTime.add(instant, { days: sign * value })
  }
}

/** ISO 8601 form, `P1Y`, `P6M`, `P30D`. */
export const toIsoDuration = ({ unit, value }: Period): string => `P${value}${unit.toUpperCase()}`
