import { Context, type Effect, type Option } from "effect"
import type { Instant, Money, OrganizationId } from "../shared/index.ts"
import type { BillingTransactionId } from "./BillingTransaction.ts"
import type { LedgerEntry, LedgerStep, Postings } from "./Ledger.ts"

/** The accounts of a payer in one currency. */
export interface LedgerKey {
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
}

/** Storage port of the ledger: entries are only added, and balances always equal their sum. */
export class LedgerStore extends Context.Service<LedgerStore, {
  /**
   * Adds the entry and updates the balances, and returns the new wallet balance. None, without a write, if it would
   * exceed the credit limit. Entries of one ledger wait for each other. Requires an open transaction.
   */
  readonly post: (
    entry: LedgerEntry,
    creditLimit: Money.MinorUnits,
    at: Instant.Instant
  ) => Effect.Effect<Option.Option<Money.MinorUnits>>
  /** True if the step is recorded for the transaction. */
  readonly has: (transaction: BillingTransactionId, step: LedgerStep) => Effect.Effect<boolean>
  /** Balances of a ledger, zero without entries. */
  readonly balances: (ledger: LedgerKey) => Effect.Effect<Postings>
  /** Sum of all ledgers in one currency, by account. */
  readonly totals: (currency: Money.Currency) => Effect.Effect<Postings>
  /** Ledgers whose balances differ from the sum of their entries. Empty unless the tables were edited by hand. */
  readonly discrepancies: Effect.Effect<ReadonlyArray<LedgerKey>>
}>()("@namewright/core/billing/LedgerStore") {}
