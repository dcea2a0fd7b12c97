import { Context, type Effect } from "effect"
import type { Day, Instant, OrganizationId } from "../../shared/index.ts"
import type { StatisticsBreakdown } from "./DomainStatistics.ts"
import type { Measure } from "./StatisticMeasure.ts"

export type MeasuredCounts = Readonly<Record<Measure, number>>

/** Counted part of the statistics. Both days belong to it. */
export interface StatisticsWindow {
  readonly organizations: ReadonlyArray<OrganizationId>
  readonly first: Day
  readonly last: Day
  /** Undefined for all TLDs. */
  readonly tlds: ReadonlyArray<string> | undefined
}

/** Counts of a window. Days and groups in which nothing was counted are absent. */
export interface CountedWindow {
  readonly days: ReadonlyArray<MeasuredCounts & { readonly day: Day }>
  /** By organization or TLD; empty without a breakdown. */
  readonly groups: ReadonlyArray<MeasuredCounts & { readonly key: string }>
}

/**
 * Storage port of the daily counters of domains. `EventStore.insert` increases them, in the statement that stores the
 * event.
 */
export class DomainStatisticsStore extends Context.Service<DomainStatisticsStore, {
  readonly read: (window: StatisticsWindow, breakdown: StatisticsBreakdown) => Effect.Effect<CountedWindow>
  /** The oldest event of an organization, or the first counted day of the organizations if that is earlier. */
  readonly oldest: (
    organization: OrganizationId,
    counted: ReadonlyArray<OrganizationId>
  ) => Effect.Effect<Instant.Instant | null>
  /**
   * Counts the stored events since a day again and replaces the counters of these days, for all organizations. Runs in
   * the caller's transaction, until whose end events that are counted wait.
   */
  readonly recount: (since: Day) => Effect.Effect<void>
  /**
   * Adds up the rows that hold parts of the counters of the oldest day before a day. True if there were any. Runs in the
   * caller's transaction, on a schedule; events no longer change these days.
   */
  readonly addUp: (before: Day) => Effect.Effect<boolean>
}>()("@namewright/core/domains/statistics/DomainStatisticsStore") {}
