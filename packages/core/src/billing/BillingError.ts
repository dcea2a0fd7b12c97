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
