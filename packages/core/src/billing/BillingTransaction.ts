import { Schema } from "effect"
import { TypeId } from "../shared/index.ts"

export const BillingTransactionId = TypeId.schema("billing_transaction").pipe(Schema.brand("BillingTransactionId"))
export type BillingTransactionId = typeof BillingTransactionId.Type
export const newBillingTransactionId = TypeId.generator("billing_transaction", (text) => BillingTransactionId.make(text))
