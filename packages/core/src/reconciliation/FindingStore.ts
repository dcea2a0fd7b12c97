import { Context, type Effect } from "effect"
import type { Day, Instant, Page, PageRequest } from "../shared/index.ts"
import type { Finding, FindingKind } from "./Finding.ts"

/** Latest run of a day. */
export interface ReconciliationRun {
  readonly day: Day
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

/** Storage port of findings and runs. */
export class FindingStore extends Context.Service<FindingStore, {
  /** Stores a run, and locks its day until the transaction ends. */
  readonly begin: (run: ReconciliationRun) => Effect.Effect<void>
  /** Sets the next comparison of the payments of a day with a run, and locks the day until the transaction ends. */
  readonly postponePayments: (run: Omit<ReconciliationRun, "ran_on">) => Effect.Effect<void>
  /** Runs of this day and later ones, by day. */
  readonly runsSince: (day: Day) => Effect.Effect<ReadonlyArray<ReconciliationRun>>
  /** Open findings of a day, and those of the kind `ledger_balance` of every day. */
  readonly openOf: (day: Day) => Effect.Effect<ReadonlyArray<Finding>>
  /** Stores findings. One of the same kind and object keeps its day and `first_seen_on`, and is open again. */
  readonly put: (findings: ReadonlyArray<Finding>) => Effect.Effect<void>
  readonly resolve: (
    findings: ReadonlyArray<Pick<Finding, "kind" | "object_id">>,
    at: Instant.Instant
  ) => Effect.Effect<void>
  /** Days with open findings, from this one on. */
  readonly openDays: (since: Day) => Effect.Effect<ReadonlyArray<Day>>
  /** Number of open findings by kind; kinds without any are absent. */
  readonly countOpen: Effect.Effect<ReadonlyMap<FindingKind, number>>
  /** Newest day first. */
  readonly page: (filter: FindingFilter, page: PageRequest) => Effect.Effect<Page<Finding>>
}>()("@namewright/core/reconciliation/FindingStore") {}
