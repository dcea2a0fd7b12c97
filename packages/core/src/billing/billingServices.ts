import { Layer } from "effect"
import { Billing } from "./Billing.ts"
import { BillingTransactions } from "./BillingTransactions.ts"
import { PriceImport } from "./PriceImport.ts"
import { PriceList } from "./PriceList.ts"
import { Prices } from "./Prices.ts"
import { Wallets } from "./Wallets.ts"

/** The services of the slice. */
export const billingServices = Layer.mergeAll(
  Billing.layer,
  BillingTransactions.layer,
  PriceImport.layer,
  Prices.layer,
  Wallets.layer
).pipe(Layer.provideMerge(PriceList.layer))
