import { Effect, Schema } from "effect"
import { call, type CallOptions, type CallsFor, Day, inBody, type InputOf, type JsonOf } from "../../shared/index.ts"
import { DomainStatistics, StatisticsRequest } from "./DomainStatistics.ts"
import { Statistics } from "./Statistics.ts"

export interface DomainStatisticsJson extends JsonOf<typeof DomainStatistics> {}
export interface StatisticsInput extends InputOf<typeof StatisticsRequest> {}

const Recounted = Schema.Struct({ since: Day })
export interface RecountedStatisticsJson extends JsonOf<typeof Recounted> {}

export interface StatisticsCalls {
  /**
   * Counts what happened to domains in a window of at most 400 days: registrations, transfers, deletions, renewals and
   * restores, by day, week or month. `breakdown` ranks TLDs or organizations by acquisitions.
   *
   * Rights: `domains:read`.
   *
   * @throws ERROR_INVALID_INPUT
   *
   * @example
   * const { totals, buckets } = await caller.domains.statistics({
   *   start_date: "2026-01-01", end_date: "2026-12-31", granularity: "month", breakdown: "tld"
   * })
   */
  readonly statistics: (request: StatisticsInput, options?: CallOptions) => Promise<DomainStatisticsJson>
}

/** The daily counters that the statistics of domains read. */
export interface StatisticsOperations {
  /**
   * Counts the days again whose events are all stored, for all organizations, and returns the first of them. Changes of
   * domains wait until it is done.
   *
   * @example
   * const { since } = await platform.operator.statistics.recount()
   */
  readonly recount: (options?: CallOptions) => Promise<RecountedStatisticsJson>
}

export const statisticsCalls = {
  statistics: call(
    [inBody(StatisticsRequest)],
    DomainStatistics,
    (request) => Statistics.use((statistics) => statistics.read(request))
  )
} satisfies CallsFor<StatisticsCalls>

export const statisticsOperations = {
  recount: call(
    [],
    Recounted,
    () => Effect.map(Statistics.use((statistics) => statistics.recount), (since) => ({ since }))
  )
} satisfies CallsFor<StatisticsOperations>
