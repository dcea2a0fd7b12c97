import { Context, type Effect, type Option } from "effect"
import type { Instant, Money, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type {
  BillingTransactionFilter,
  BillingTransactionId,
  BillingTransactionSortField,
  BillingTransactionStatus,
  StoredTransaction
} from "./BillingTransaction.ts"
import type { ChargeAmounts } from "./Ledger.ts"
import type { LedgerKey } from "./LedgerStore.ts"
import type { ProductAction } from "./Price.ts"

/** Transactions that one balance pays, or transactions that one organization incurred. */
export type TransactionScope =
  | { readonly payer_id: OrganizationId }
  | { readonly organization_id: OrganizationId }

/** Actions of the transactions that operators book: payments received, and adjustments. */
export type WalletAction = Extract<ProductAction, "wallet_top_up" | "service_fee">

/** Data of a settled transaction for its ledger entry. */
export interface SettledTransaction extends ChargeAmounts, LedgerKey {
  readonly organization_id: OrganizationId
}

/** Storage port of the transactions. */
export class BillingTransactionStore extends Context.Service<BillingTransactionStore, {
  /** False if the payer already has a wallet transaction with this action and reference; nothing is stored then. */
  readonly insert: (transaction: StoredTransaction) => Effect.Effect<boolean>
  /** Changes the status if it is `from`. None otherwise. */
  readonly settle: (
    id: BillingTransactionId,
    from: BillingTransactionStatus,
    to: BillingTransactionStatus,
    at: Instant.Instant
  ) => Effect.Effect<Option.Option<SettledTransaction>>
  readonly find: (
    scope: TransactionScope,
    id: BillingTransactionId
  ) => Effect.Effect<Option.Option<StoredTransaction>>
  /** Statuses of the transactions that exist, of any payer. */
  readonly statuses: (
    ids: ReadonlyArray<BillingTransactionId>
  ) => Effect.Effect<ReadonlyMap<BillingTransactionId, BillingTransactionStatus>>
  /** Wallet transaction of a payer by its action and reference. */
  readonly findMovement: (
    payer: OrganizationId,
    action: WalletAction,
    reference: string
  ) => Effect.Effect<Option.Option<StoredTransaction>>
  /** Sum of the charges that were made since a time and are pending or succeeded, with tax; without wallet movements. */
  readonly charged: (scope: TransactionScope, since: Instant.Instant) => Effect.Effect<Money.MinorUnits>
  /** By `completed_on`, pending transactions sort after completed ones. */
  readonly list: (
    scope: TransactionScope,
    filter: BillingTransactionFilter,
    sort: Sort<BillingTransactionSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<StoredTransaction>>
}>()("@namewright/core/billing/BillingTransactionStore") {}
