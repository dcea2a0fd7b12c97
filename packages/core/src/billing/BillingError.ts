import { Schema } from "effect"
import { Money } from "../shared/index.ts"

/** Balance and credit limit of the payer do not cover the amount. Amounts are decimals of `currency`. */
export class InsufficientFunds extends Schema.TaggedError<InsufficientFunds>()("InsufficientFunds", {
  required: Schema.String,
  available: Schema.String,
  currency: Money.Currency
}) {
  get code() {
    return "ERROR_BILLING_INSUFFICIENT_FUNDS" as const
  }
  override get message() {
    return `${this.required} ${this.currency} are needed, ${this.available} are available`
  }
}

/** The organization has no such transaction, neither incurred nor paid. */
export class TransactionNotFound extends Schema.TaggedError<TransactionNotFound>()("TransactionNotFound", {
  billing_transaction_id: Schema.String
}) {
  get code() {
    return "ERROR_TRANSACTION_NOT_FOUND" as const
  }
  override get message() {
    return `No transaction ${this.billing_transaction_id}`
  }
}

/** The payer has a top-up, or an adjustment, of this reference with another amount, in another currency or for another organization. */
export class WalletReferenceConflict extends Schema.TaggedError<WalletReferenceConflict>()("WalletReferenceConflict", {
  reference: Schema.String,
  /** The earlier transaction, and its amount without sign as a decimal of `currency`. */
  billing_transaction_id: Schema.String,
  amount: Schema.String,
  currency: Money.Currency
}) {
  get code() {
    return "ERROR_WALLET_REFERENCE_CONFLICT" as const
  }
  override get message() {
    return `The reference ${this.reference} belongs to ${this.billing_transaction_id} about ${this.amount} ${this.currency}`
  }
}
