import { Schema } from "effect"
import { Day, Instant, limits, OrganizationId, Text } from "../shared/index.ts"

const { Int, optionalKey } = Schema

/** Products whose usage is measured. */
export const UsageProduct = Schema.Literals(["ai_inference"]).annotate({ identifier: "UsageProduct" })
export type UsageProduct = typeof UsageProduct.Type

/** Length of the buckets: days, weeks that begin on Monday, or months, all in UTC. */
export const UsageGranularity = Schema.Literals(["day", "week", "month"]).annotate({ identifier: "UsageGranularity" })
export type UsageGranularity = typeof UsageGranularity.Type

/** What is added up for each model. */
export const usageQuantities = [
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "request_count"
] as const
export type UsageQuantities = Readonly<Record<(typeof usageQuantities)[number], number>>

/** Window of a report. Both days belong to it; it has at most 400 days. */
export const usageWindowFields = { start_date: Day, end_date: Day }
export const UsageWindow = Schema.Struct(usageWindowFields)
export type UsageWindow = typeof UsageWindow.Type

export const usageSeriesFields = {
  ...usageWindowFields,
  granularity: optionalKey(UsageGranularity.annotate({ default: "day" }))
}
export const UsageSeriesRequest = Schema.Struct(usageSeriesFields)
export type UsageSeriesRequest = typeof UsageSeriesRequest.Type

/** Usage of one model. Quantities only, never costs. */
export const UsageGroup = Schema.Struct({
  model: Schema.String,
  input_tokens: Int,
  output_tokens: Int,
  cache_read_tokens: Int,
  cache_write_tokens: Int,
  request_count: Int
}).annotate({ identifier: "AiInferenceUsageGroup" })
export type UsageGroup = typeof UsageGroup.Type

export const UsageBucket = Schema.Struct({
  /** First day of the day, week or month, which may be before the window. */
  period_start: Day,
  /** By model; empty if nothing was used. */
  groups: Schema.Array(UsageGroup)
}).annotate({ identifier: "AiInferenceUsageBucket" })
export type UsageBucket = typeof UsageBucket.Type

/** Usage by day, week or month. Source: REST specification, "Usage". */
export const UsageSeries = Schema.Struct({
  product: UsageProduct,
  ...usageWindowFields,
  granularity: UsageGranularity,
  /** Complete and in order, with buckets in which nothing was used. */
  buckets: Schema.Array(UsageBucket)
}).annotate({ identifier: "AiInferenceUsageSeries" })
export type UsageSeries = typeof UsageSeries.Type

/** Usage of a whole window. */
export const UsageSummary = Schema.Struct({
  product: UsageProduct,
  ...usageWindowFields,
  groups: Schema.Array(UsageGroup)
}).annotate({ identifier: "AiInferenceUsageSummary" })
export type UsageSummary = typeof UsageSummary.Type

const { key, model, quantity, records } = limits.usage

const Quantity = Int.check(Schema.isBetween({ minimum: 0, maximum: quantity }))

/** One measurement. Absent token counts are 0; `request_count` is 1 if it is absent. */
export const UsageRecord = Schema.Struct({
  /** The operator's reference, unique in the installation: a record with the same key is counted once. */
  key: Schema.String.check(Schema.isBetweenLength(key.minimum, key.maximum), Text.singleLine),
  /** Organization that used the product. */
  organization_id: OrganizationId,
  product: UsageProduct,
  model: Schema.String.check(Schema.isBetweenLength(model.minimum, model.maximum), Text.singleLine),
  /** At most 30 days ago. Required: a default would be another time whenever a call is repeated. */
  used_on: Instant.Instant,
  input_tokens: optionalKey(Quantity),
  output_tokens: optionalKey(Quantity),
  cache_read_tokens: optionalKey(Quantity),
  cache_write_tokens: optionalKey(Quantity),
  request_count: optionalKey(Quantity)
}).annotate({ identifier: "UsageRecord" })
export type UsageRecord = typeof UsageRecord.Type

export const UsageRecords = Schema.Array(UsageRecord).check(Schema.isBetweenLength(records.minimum, records.maximum))

/** Number of records that were counted, and of those that had been counted before. */
export const RecordedUsage = Schema.Struct({ recorded: Int, repeated: Int }).annotate({ identifier: "RecordedUsage" })
export type RecordedUsage = typeof RecordedUsage.Type
