import { Context, type Effect } from "effect"
import type { Day, Instant, Page, PageRequest } from "../shared/index.ts"
import type { Finding, FindingKind } from "./Finding.ts"
import type { UnfinishedRun } from "./UnfinishedRun.ts"

/** Latest finished run of a day. */
export interface ReconciliationRun {
  readonly day: Day
  /** Start of the run. */
  readonly ran_on: Instant.Instant
  /** Time when the payments of the day are compared again, to notice refunds and chargebacks; null after the last time. */
  readonly payments_due_on: Instant.Instant | null
}

export interface FindingFilter {
  readonly kind?: FindingKind | undefined
  readonly day?: Day | undefined
  /** True for findings without `resolved_on`, false for the others. */
  readonly open?: boolean | undefined
}

/** Findings of a day, and of the kind `ledger_balance` those of every day, that a run has not found. */
export interface UnseenFindings {
  readonly day: Day
  readonly kinds: ReadonlyArray<FindingKind>
  readonly run_number: number
}

/** Storage port of findings and runs. */
export class FindingStore extends Context.Service<FindingStore, {
  /** Stores a finished run. */
  readonly finish: (run: ReconciliationRun) => Effect.Effect<void>
  /** Sets the next comparison of the payments of a day, which has a run from then on. A run keeps its time. */
  readonly planPayments: (run: ReconciliationRun) => Effect.Effect<void>
  /**
   * Postpones all comparisons of payments that are due before a time until that time. Joins the caller's transaction, and
   * excludes other writers of runs until its end.
   */
  readonly postponeDuePayments: (until: Instant.Instant) => Effect.Effect<void>
  /** Finished runs of this day and later ones, by day. */
  readonly runsSince: (day: Day) => Effect.Effect<ReadonlyArray<ReconciliationRun>>
  /** Unfinished runs, by day. */
  readonly unfinished: Effect.Effect<ReadonlyArray<UnfinishedRun>>
  /** Stores an unfinished run in the place of an earlier position of its day. */
  readonly save: (run: UnfinishedRun) => Effect.Effect<void>
  readonly removeUnfinished: (day: Day) => Effect.Effect<void>
  /** Number for a new run, higher than those of the runs that found the open findings. */
  readonly nextRunNumber: Effect.Effect<number>
  /** Open findings of a day, and those of the kind `ledger_balance` of every day. */
  readonly openOf: (day: Day) => Effect.Effect<ReadonlyArray<Finding>>
  /**
   * Stores findings of a run. Returns the new and the reopened ones. A finding of the same kind and object keeps its day and
   * `first_seen_on`, and is open again.
   */
  readonly put: (findings: ReadonlyArray<Finding>, run_number: number) => Effect.Effect<ReadonlyArray<Finding>>
  readonly resolveUnseen: (unseen: UnseenFindings, at: Instant.Instant) => Effect.Effect<void>
  /** Days with open findings, from this one on. */
  readonly openDays: (since: Day) => Effect.Effect<ReadonlyArray<Day>>
  /** Number of open findings by kind; kinds without any are absent. */
  readonly countOpen: Effect.Effect<ReadonlyMap<FindingKind, number>>
  /** Newest day first. */
  readonly page: (filter: FindingFilter, page: PageRequest) => Effect.Effect<Page<Finding>>
}>()("@namewright/core/reconciliation/FindingStore") {}
