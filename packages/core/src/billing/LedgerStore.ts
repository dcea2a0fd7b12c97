import { Context, type Effect, type Option } from "effect"
import type { Instant, Money, OrganizationId } from "../shared/index.ts"
import type { BillingTransactionId } from "./BillingTransaction.ts"
import type { LedgerEntry, LedgerStep, Postings } from "./Ledger.ts"

/** A payer's accounts in one currency. */
export interface LedgerKey {
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
}

/** Storage port of the ledger: entries that only grow in number, and balances that always equal their sum. */
export class LedgerStore extends Context.Service<LedgerStore, {
  /**
   * Adds the entry and moves the balances, both or neither, and answers what the wallet then holds; none if it would
   * fall below the credit limit. Entries of one ledger wait for each other. Needs an open transaction.
   */
  readonly post: (
    entry: LedgerEntry,
    creditLimit: Money.MinorUnits,
    at: Instant.Instant
  ) => Effect.Effect<Option.Option<Money.MinorUnits>>
  /** Whether the step has been recorded for the transaction. */
  readonly has: (transaction: BillingTransactionId, step: LedgerStep) => Effect.Effect<boolean>
  /** Zero in every account of a ledger without entries. */
  readonly balances: (ledger: LedgerKey) => Effect.Effect<Postings>
  /** Everything that all ledgers hold in one currency, by account. */
  readonly totals: (currency: Money.Currency) => Effect.Effect<Postings>
  /** Ledgers whose balances differ from the sum of their entries; there are none unless someone edited the tables. */
  readonly discrepancies: Effect.Effect<ReadonlyArray<LedgerKey>>
}>()("@namewright/core/billing/LedgerStore") {}
