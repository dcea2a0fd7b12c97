import { Schema } from "effect"
import { anyOf, Day, Instant, limits, OrganizationId } from "../../shared/index.ts"
import { TldText } from "../DomainList.ts"

const { Int, optionalKey } = Schema

/** Length of the buckets: days, weeks that begin on Monday, or months, all in UTC. */
export const Granularity = Schema.Literals(["day", "week", "month"]).annotate({ identifier: "StatisticsGranularity" })
export type Granularity = typeof Granularity.Type

/** What the breakdown of the statistics distinguishes. */
export const StatisticsBreakdown = Schema.Literals(["none", "organization", "tld"]).annotate({
  identifier: "StatisticsBreakdown"
})
export type StatisticsBreakdown = typeof StatisticsBreakdown.Type

const { maximum, standard } = limits.statistics.breakdown

/** Members of a request for statistics. Both dates belong to the window, which has at most 400 days. */
export const statisticsFields = {
  start_date: Day,
  end_date: Day,
  granularity: optionalKey(Granularity.annotate({ default: "day" })),
  /** Counts these TLDs only. */
  tld: optionalKey(anyOf(TldText)),
  breakdown: optionalKey(StatisticsBreakdown.annotate({ default: "none" })),
  /** Rows of the breakdown, those with the most acquisitions. */
  breakdown_limit: optionalKey(Int.check(Schema.isBetween({ minimum: 1, maximum })).annotate({ default: standard })),
  /** True if the suborganizations of the caller's organization are counted as well; default false. */
  include_sub_organizations: optionalKey(Schema.Boolean)
}
export const StatisticsRequest = Schema.Struct(statisticsFields)
export type StatisticsRequest = typeof StatisticsRequest.Type

/** Counts of the statistics. Clients know five of them by two names. */
const counts = {
  create: Int,
  created: Int,
  transfer: Int,
  transferred: Int,
  delete: Int,
  deleted: Int,
  transfer_out: Int,
  renew: Int,
  renewals: Int,
  restore: Int,
  restores: Int,
  /** Created and transferred in, less deleted and transferred out. */
  net: Int
}

/** Acquisitions: created and transferred in. */
const total = Int

export const StatisticsTotals = Schema.Struct({ ...counts, total }).annotate({ identifier: "DomainStatisticsTotals" })
export type StatisticsTotals = typeof StatisticsTotals.Type

export const StatisticsBucket = Schema.Struct({
  period_start: Day,
  ...counts,
  /** True if the bucket reaches beyond the window, or has not ended. */
  partial: Schema.Boolean
}).annotate({ identifier: "DomainStatisticsBucket" })
export type StatisticsBucket = typeof StatisticsBucket.Type

export const StatisticsGroup = Schema.Struct({
  /** Id of the organization, or the TLD. */
  key: Schema.String,
  /** Name of the organization; absent for a TLD. */
  label: optionalKey(Schema.String),
  ...counts,
  total
}).annotate({ identifier: "DomainStatisticsGroup" })
export type StatisticsGroup = typeof StatisticsGroup.Type

/**
 * What happened to domains in a window, by day, week or month. Domains at connected external registrars are not counted.
 * Source: REST specification, "Domain summary and statistics".
 */
export const DomainStatistics = Schema.Struct({
  organization_id: OrganizationId,
  granularity: Granularity,
  start_date: Day,
  end_date: Day,
  /** Begin of the records; null while there are none. A window that ends earlier has no buckets. */
  data_available_from: Schema.NullOr(Instant.Instant),
  totals: StatisticsTotals,
  /** Complete and in order, with buckets in which nothing happened. */
  buckets: Schema.Array(StatisticsBucket),
  /** Empty without a breakdown. */
  breakdown: Schema.Array(StatisticsGroup)
}).annotate({ identifier: "DomainStatistics" })
export type DomainStatistics = typeof DomainStatistics.Type
