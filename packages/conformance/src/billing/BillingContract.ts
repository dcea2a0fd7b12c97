import type { Layer } from "effect"
import { billingInvariants } from "./BillingInvariants.ts"
import type { BillingStorage } from "./BillingStorage.ts"
import { billingTransactionStoreContract } from "./BillingTransactionStoreContract.ts"
import { ledgerStoreContract } from "./LedgerStoreContract.ts"
import { priceStoreContract } from "./PriceStoreContract.ts"
import { walletContract } from "./WalletContract.ts"

/** The promises every storage adapter keeps for money. */
export const billingContract = <E>(name: string, storage: Layer.Layer<BillingStorage, E>) => {
  ledgerStoreContract(name, storage)
  billingTransactionStoreContract(name, storage)
  priceStoreContract(name, storage)
  billingInvariants(name, storage)
  walletContract(name, storage)
}
