import { call, type CallOptions, type CallsFor, inBody, inPath, type InputOf, type JsonOf } from "../shared/index.ts"
import { OrganizationId } from "../shared/index.ts"
import {
  RecordedUsage,
  UsageProduct,
  type UsageRecord,
  UsageRecords,
  UsageSeries,
  UsageSeriesRequest,
  UsageSummary,
  UsageWindow
} from "./Usage.ts"
import { UsageIngestion } from "./UsageIngestion.ts"
import { UsageReports } from "./UsageReports.ts"

export interface UsageSeriesJson extends JsonOf<typeof UsageSeries> {}
export interface UsageSummaryJson extends JsonOf<typeof UsageSummary> {}
export interface UsageSeriesInput extends InputOf<typeof UsageSeriesRequest> {}
export interface UsageWindowInput extends InputOf<typeof UsageWindow> {}
export interface UsageRecordInput extends InputOf<typeof UsageRecord> {}
export interface RecordedUsageJson extends JsonOf<typeof RecordedUsage> {}

/** Usage of metered products. */
export interface UsageCalls {
  /**
   * Returns the usage of a product in a window of at most 400 days, by day, week or month and by model. It includes the
   * suborganizations that the organization pays for.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_INVALID_INPUT, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { buckets } = await caller.usage.series(organization_id, "ai_inference", {
   *   start_date: "2026-01-01", end_date: "2026-12-31", granularity: "month"
   * })
   */
  readonly series: (
    organization_id: string,
    product: "ai_inference",
    request: UsageSeriesInput,
    options?: CallOptions
  ) => Promise<UsageSeriesJson>
  /**
   * Returns the usage of a product in a window of at most 400 days, by model.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_INVALID_INPUT, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { groups } = await caller.usage.summary(organization_id, "ai_inference", {
   *   start_date: "2026-01-01", end_date: "2026-12-31"
   * })
   */
  readonly summary: (
    organization_id: string,
    product: "ai_inference",
    window: UsageWindowInput,
    options?: CallOptions
  ) => Promise<UsageSummaryJson>
}

/** Recording of usage. */
export interface UsageOperations {
  /**
   * Counts 1 to 1,000 records, all or none. A key that was counted is not counted again, so a call can be repeated after
   * a lost answer. Records are at most 30 days old.
   *
   * @throws ERROR_INVALID_INPUT, ERROR_ORGANIZATION_NOT_FOUND, ERROR_USAGE_KEY_REUSED
   *
   * @example
   * const { recorded, repeated } = await platform.operator.usage.record([
   *   {
   *     key: "req-8712",
   *     organization_id,
   *     product: "ai_inference",
   *     model: "small",
   *     used_on: "2026-11-30T12:00:00Z",
   *     input_tokens: 812
   *   }
   * ])
   */
  readonly record: (records: ReadonlyArray<UsageRecordInput>, options?: CallOptions) => Promise<RecordedUsageJson>
}

const inOrganization = [inPath("organization_id", OrganizationId), inPath("product", UsageProduct)] as const

export const usageCalls = {
  series: call(
    [...inOrganization, inBody(UsageSeriesRequest)],
    UsageSeries,
    (organization, product, request) => UsageReports.use((reports) => reports.series(organization, product, request))
  ),
  summary: call(
    [...inOrganization, inBody(UsageWindow)],
    UsageSummary,
    (organization, product, window) => UsageReports.use((reports) => reports.summary(organization, product, window))
  )
} satisfies CallsFor<UsageCalls>

export const usageOperations = {
  record: call([inBody(UsageRecords)], RecordedUsage, (records) => UsageIngestion.use((usage) => usage.record(records)))
} satisfies CallsFor<UsageOperations>
