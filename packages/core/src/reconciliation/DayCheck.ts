import { DateTime, Effect } from "effect"
import type { PaymentUncertain } from "../payments/index.ts"
import type { Instant } from "../shared/index.ts"
import { DayRecords, type TimedRows, type TimeRange } from "./DayRecords.ts"
import type { Difference, FindingKind } from "./Finding.ts"

/** Maximum number of differences that one check of a run stores. */
export const differencesPerCheck = 1000

/** Result of one page of a check. */
export interface CheckPage {
  readonly differences: ReadonlyArray<Difference>
  /** Kinds that this page did not compare, or not completely. Their findings are not resolved. */
  readonly unchecked: ReadonlyArray<FindingKind>
  /** Position of the next page; null after the last one. */
  readonly next: string | null
}

/** Day of a run. */
export interface CheckedDay {
  readonly range: TimeRange
  readonly started_on: Instant.Instant
}

/** Comparison of the records of a day in pages with a bounded number of rows. */
export interface DayCheck {
  /** Unique; stored with the position of an unfinished run. */
  readonly name: string
  readonly kinds: ReadonlyArray<FindingKind>
  /** Compares one page. `position` is null for the first one. */
  readonly page: (day: CheckedDay, position: string | null) => Effect.Effect<CheckPage, PaymentUncertain>
}

/** Page of a check that cannot be carried out. */
export const uncheckedPage = (unchecked: ReadonlyArray<FindingKind>): CheckPage => ({
  differences: [],
  unchecked,
  next: null
})

/** Makes the function that divides a day into time ranges with a bounded number of rows. */
export const makeDaySlices = Effect.gen(function*() {
  const { timeAfter } = yield* DayRecords

  /** Slice of a day, the time range of one page, which begins at a position; and the position of the next one. */
  return Effect.fnUntraced(function*(rows: TimedRows, size: number, day: TimeRange, position: string | null) {
    const from = position === null ? day.from : DateTime.makeUnsafe(position)
    const end = yield* timeAfter(rows, { from, before: day.before }, size)
    if (end === null) return { slice: { from, before: day.before }, next: null }
    // A slice is not empty, however many rows have its first time.
    const before = DateTime.max(end, DateTime.add(from, { milliseconds: 1 }))
    return { slice: { from, before }, next: DateTime.formatIso(before) }
  })
})

/** Difference of records that have no payment provider. */
export type RecordDifference = Omit<Difference, "kind" | "provider">

export interface SlicedCheck {
  readonly kind: FindingKind
  /** Rows by whose time a day is divided, and their maximum number in a page. */
  readonly rows: TimedRows
  readonly size: number
  /** False if the records of the day are removed already, or there are none to compare. Default true. */
  readonly applies?: (day: CheckedDay) => Effect.Effect<boolean>
  /** Differences of a slice of the day, at most `differencesPerCheck`. */
  readonly compare: (slice: TimeRange, day: TimeRange) => Effect.Effect<ReadonlyArray<RecordDifference>>
}

/** Makes the function that divides a comparison of one kind into pages. */
export const makeSlicedChecks = Effect.map(
  makeDaySlices,
  (sliceOf) => ({ applies, compare, kind, rows, size }: SlicedCheck): DayCheck => ({
    name: kind,
    kinds: [kind],
    page: Effect.fnUntraced(function*(day, position) {
      if (applies !== undefined && !(yield* applies(day))) return uncheckedPage([kind])
      const { next, slice } = yield* sliceOf(rows, size, day.range, position)
      const found = yield* compare(slice, day.range)
      return {
        differences: found.map((difference) => ({ kind, provider: null, ...difference })),
        unchecked: found.length < differencesPerCheck ? [] : [kind],
        next
      }
    })
  })
)
