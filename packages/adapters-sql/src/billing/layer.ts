import { Layer } from "effect"
import * as BillingTransactionStoreSql from "./BillingTransactionStoreSql.ts"
import * as LedgerStoreSql from "./LedgerStoreSql.ts"
import * as PriceStoreSql from "./PriceStoreSql.ts"

/** The stores of the billing slice. */
export const layer = Layer.mergeAll(LedgerStoreSql.layer, BillingTransactionStoreSql.layer, PriceStoreSql.layer)
