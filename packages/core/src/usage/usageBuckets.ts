import { type Day, dayNumber, dayOfNumber, periodBegin, periodEnd } from "../shared/index.ts"
import { type UsageBucket, type UsageGranularity, type UsageGroup, usageQuantities, type UsageWindow } from "./Usage.ts"

type UsageDay = UsageGroup & { readonly day: Day }

/** The buckets of a window, oldest first. The first and the last begin and end outside of it if it cuts them. */
export const usageBuckets = (
  granularity: UsageGranularity,
  { end_date, start_date }: UsageWindow,
  days: ReadonlyArray<UsageDay>
): ReadonlyArray<UsageBucket> => {
  const begin = periodBegin[granularity]
  const byBegin = Map.groupBy(days, ({ day }) => begin(dayNumber(day)))
  const end = dayNumber(end_date)
  const buckets: Array<UsageBucket> = []
  for (let first = begin(dayNumber(start_date)); first <= end; first = periodEnd[granularity](first)) {
    buckets.push({ period_start: dayOfNumber(first), groups: byModel(byBegin.get(first) ?? []) })
  }
  return buckets
}

/** Sums by model, in its order. */
const byModel = (days: ReadonlyArray<UsageDay>): ReadonlyArray<UsageGroup> =>
  [...Map.groupBy(days, ({ model }) => model)]
    .toSorted(([a], [b]) => a < b ? -1 : 1)
    .map(([model, ofModel]) => ({ model, ...sumOf(ofModel) }))

const sumOf = (days: ReadonlyArray<UsageDay>) => {
  const sum = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, request_count: 0 }
  for (const day of days) for (const quantity of usageQuantities) sum[quantity] += day[quantity]
  return sum
}
