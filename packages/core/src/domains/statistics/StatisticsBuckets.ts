import {
  type Day,
  dayMillis,
  dayNumber,
  dayOfNumber,
  type Instant,
  periodBegin,
  periodEnd
} from "../../shared/index.ts"
import type { Granularity, StatisticsBucket, StatisticsRequest, StatisticsTotals } from "./DomainStatistics.ts"
import type { CountedWindow, MeasuredCounts } from "./DomainStatisticsStore.ts"
import { measures } from "./StatisticMeasure.ts"

const nothing: MeasuredCounts = { create: 0, transfer: 0, delete: 0, transfer_out: 0, renew: 0, restore: 0 }

const sumOf = (all: ReadonlyArray<MeasuredCounts>): MeasuredCounts => {
  const sum: { -readonly [M in keyof MeasuredCounts]: number } = { ...nothing }
  for (const counts of all) for (const measure of measures) sum[measure] += counts[measure]
  return sum
}

/** Counts under all names that clients know, with the change of the portfolio's size. */
const named = (counts: MeasuredCounts) => ({
  create: counts.create,
  created: counts.create,
  transfer: counts.transfer,
  transferred: counts.transfer,
  delete: counts.delete,
  deleted: counts.delete,
  transfer_out: counts.transfer_out,
  renew: counts.renew,
  renewals: counts.renew,
  restore: counts.restore,
  restores: counts.restore,
  net: counts.create + counts.transfer - counts.delete - counts.transfer_out
})

/** Counts under all names, with the number of acquisitions. */
export const totalsOf = (all: ReadonlyArray<MeasuredCounts>): StatisticsTotals => {
  const counts = sumOf(all)
  return { ...named(counts), total: counts.create + counts.transfer }
}

/** The buckets of a window, oldest first. The first and the last begin and end outside of it if it cuts them. */
export const bucketsOf = (
  granularity: Granularity,
  { end_date, start_date }: Pick<StatisticsRequest, "start_date" | "end_date">,
  days: CountedWindow["days"],
  now: Instant.Instant
): ReadonlyArray<StatisticsBucket> => {
  const first = dayNumber(start_date)
  const end = dayNumber(end_date) + 1
  const byBegin = new Map<number, Array<MeasuredCounts>>()
  for (const counts of days) {
    const begin = periodBegin[granularity](dayNumber(counts.day))
    byBegin.set(begin, [...byBegin.get(begin) ?? [], counts])
  }
  const buckets: Array<StatisticsBucket> = []
  for (let begin = periodBegin[granularity](first); begin < end; begin = periodEnd[granularity](begin)) {
    const next = periodEnd[granularity](begin)
    buckets.push({
      period_start: dayOfNumber(begin),
      ...named(sumOf(byBegin.get(begin) ?? [])),
      partial: begin < first || next > end || next * dayMillis > now.epochMilliseconds
    })
  }
  return buckets
}

/** True if a window ends before an instant. */
export const endsBefore = (last: Day, instant: Instant.Instant): boolean =>
  (dayNumber(last) + 1) * dayMillis <= instant.epochMilliseconds
