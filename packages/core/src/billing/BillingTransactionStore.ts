import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
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

/**
 * Whose transactions: those that one balance pays, or those that an organization incurred and another one pays.
 */
export type TransactionScope =
  | { readonly payer_id: OrganizationId }
  | { readonly organization_id: OrganizationId }

/** Actions of the transactions that operators book in a wallet: payments received, and adjustments. */
export type WalletAction = Extract<ProductAction, "wallet_top_up" | "service_fee">

/** What the ledger needs to know of a transaction that has moved on. */
export interface SettledTransaction extends ChargeAmounts, LedgerKey {}

/** Storage port of the transactions. */
export class BillingTransactionStore extends Context.Service<BillingTransactionStore, {
  /** False, and nothing stored, if the payer has a wallet transaction of this action and reference. */
  readonly insert: (transaction: StoredTransaction) => Effect.Effect<boolean>
  /** Moves a transaction on, if it has the status `from`; none otherwise. */
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
  /** The statuses of the existing transactions of any payer. */
  readonly statuses: (
    ids: ReadonlyArray<BillingTransactionId>
  ) => Effect.Effect<ReadonlyMap<BillingTransactionId, BillingTransactionStatus>>
  /** The wallet transaction of a payer by its action and reference. */
  readonly findMovement: (
    payer: OrganizationId,
    action: WalletAction,
    reference: string
  ) => Effect.Effect<Option.Option<StoredTransaction>>
  /** Unfinished transactions sort after finished ones by `completed_on`. */
  readonly list: (
    scope: TransactionScope,
    filter: BillingTransactionFilter,
    sort: Sort<BillingTransactionSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<StoredTransaction>>
}>()("@namewright/core/billing/BillingTransactionStore") {}
