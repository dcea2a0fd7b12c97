import { Schema } from "effect"
import { CodedError, Money } from "../shared/index.ts"
import { BillingTransactionStatus } from "./BillingTransaction.ts"

/** Balance and credit limit of the payer do not cover the amount. Amounts are decimals in `currency`. */
export class InsufficientFunds extends CodedError<InsufficientFunds>()("InsufficientFunds", {
  code: "ERROR_BILLING_INSUFFICIENT_FUNDS",
  fields: { required: Schema.String, available: Schema.String, currency: Money.Currency },
  message: ({ available, currency, required }) => `${required} ${currency} are needed, ${available} are available`
}) {}

/** The organization neither incurred nor paid such a transaction. */
export class TransactionNotFound extends CodedError<TransactionNotFound>()("TransactionNotFound", {
  code: "ERROR_TRANSACTION_NOT_FOUND",
  fields: { billing_transaction_id: Schema.String },
  message: ({ billing_transaction_id }) => `No transaction ${billing_transaction_id}`
}) {}

/** The payer has a top-up or adjustment with this reference and another amount, currency, organization or status. */
export class WalletReferenceConflict extends CodedError<WalletReferenceConflict>()("WalletReferenceConflict", {
  code: "ERROR_WALLET_REFERENCE_CONFLICT",
  fields: {
    reference: Schema.String,
    /** The earlier transaction, and its amount without sign as a decimal in `currency`. */
    billing_transaction_id: Schema.String,
    amount: Schema.String,
    currency: Money.Currency,
    status: BillingTransactionStatus
  },
  message: ({ amount, billing_transaction_id, currency, reference, status }) =>
    `The reference ${reference} belongs to ${billing_transaction_id} about ${amount} ${currency} (${status})`
}) {}

/** The host's price function failed, answered too late or returned no valid price. Nothing was ordered. */
export class PriceUnavailable extends CodedError<PriceUnavailable>()("PriceUnavailable", {
  code: "ERROR_PRICE_UNAVAILABLE",
  fields: { reason: Schema.Literals(["failed", "timeout", "invalid"]) },
  message: "The price cannot be determined at present"
}) {}
