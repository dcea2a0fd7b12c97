import { Context } from "effect"
import type { Quote } from "./Price.ts"

/**
 * Answers of `Billing.quote` and `Billing.premiumQuote` that hold for the running call, by question, without payment
 * terms. New answers are added. Null: each question is answered anew.
 */
export const QuotedPrices = Context.Reference<Map<string, Quote> | null>("@namewright/core/billing/QuotedPrices", {
  defaultValue: () => null
})
