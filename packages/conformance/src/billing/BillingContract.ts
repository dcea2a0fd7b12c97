import type { BillingTransactionStore, LedgerStore, PriceStore } from "@namewright/core/billing"
import type { EventStore } from "@namewright/core/events"
import type { Transaction } from "@namewright/core/shared"
import type { Layer } from "effect"
import { billingInvariants } from "./BillingInvariants.ts"
import { billingTransactionStoreContract } from "./BillingTransactionStoreContract.ts"
import { ledgerStoreContract } from "./LedgerStoreContract.ts"
import { priceStoreContract } from "./PriceStoreContract.ts"
import { walletContract } from "./WalletContract.ts"

/** What billing needs of a storage adapter. */
export type BillingStorage = LedgerStore | BillingTransactionStore | PriceStore | EventStore | Transaction

/** The promises every storage adapter keeps for money. */
export const billingContract = <E>(name: string, storage: Layer.Layer<BillingStorage, E>) => {
  ledgerStoreContract(name, storage)
  billingTransactionStoreContract(name, storage)
  priceStoreContract(name, storage)
  billingInvariants(name, storage)
  walletContract(name, storage)
}
