import { Context, type Effect } from "effect"
import type { LedgerKey, Postings } from "../billing/index.ts"
import type { Instant } from "../shared/index.ts"

/** Stored sum of the entries of a ledger before a time. */
export interface LedgerSum extends LedgerKey {
  /** Exclusive end of the entries that are included. */
  readonly before: Instant.Instant
  readonly sums: Postings
  /** Time when the entries were last summed from the first one. */
  readonly counted_on: Instant.Instant
}

/** Ledger to be summed from its first entry. */
export interface UncountedLedger extends LedgerKey {
  /** True if no sum is stored. */
  readonly is_new: boolean
}

/** Sum of the entries of consecutive transactions of one ledger. */
export interface LedgerPart {
  readonly sums: Postings
  /** Creation of the last transaction; null if no transaction follows. */
  readonly last: Instant.Instant | null
}

/** Consistent snapshot of a ledger's balances and its entries since the stored sum. */
export interface LedgerBalances extends LedgerKey {
  /** Zero if the ledger does not exist. */
  readonly balances: Postings
  /** Sum of the entries since the stored sum. */
  readonly recent: Postings
  /** Sum of the entries of `recent` created before `until`. */
  readonly ended: Postings
}

/** Port: sums of ledger entries, read in parts, so that no statement reads all entries of a ledger. */
export class LedgerSums extends Context.Service<LedgerSums, {
  /** Ledgers without a stored sum, then those that were last counted before a time, oldest first. */
  readonly uncounted: (
    countedBefore: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<UncountedLedger>>
  /**
   * Sum of the entries before `until` of the next transactions that were created after a time. Reads at least `size`
   * transactions, if there are as many, and all those that were created at the same time as the last one.
   */
  readonly part: (
    ledger: LedgerKey,
    after: Instant.Instant | null,
    until: Instant.Instant,
    size: number
  ) => Effect.Effect<LedgerPart>
  /** The next stored sums, by payer and currency. */
  readonly next: (after: LedgerKey | null, limit: number) => Effect.Effect<ReadonlyArray<LedgerSum>>
  /** Balances and entries since `before` of ledgers, in one statement. */
  readonly balances: (
    ledgers: ReadonlyArray<LedgerKey>,
    before: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<LedgerBalances>>
  /** Stores sums in the place of earlier ones. */
  readonly put: (sums: ReadonlyArray<LedgerSum>) => Effect.Effect<void>
}>()("@namewright/core/reconciliation/LedgerSums") {}
