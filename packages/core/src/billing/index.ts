export * from "./Amount.ts"
export * from "./BalanceNotices.ts"
export * from "./Billing.ts"
export * from "./BillingCalls.ts"
export * from "./BillingError.ts"
export * from "./BillingOperatorCalls.ts"
export * from "./BillingParty.ts"
export { billingServices } from "./billingServices.ts"
export * from "./BillingTransaction.ts"
export * from "./BillingTransactions.ts"
export * from "./BillingTransactionStore.ts"
export * from "./chargedThisMonth.ts"
export { defaultPrices } from "./DefaultPrices.ts"
export {
  type ChargeAmounts,
  type LedgerAccount,
  ledgerAccounts,
  type LedgerEntry,
  LedgerStep,
  noPostings,
  type Postings
} from "./Ledger.ts"
export * from "./LedgerStore.ts"
export { type Margin, marginOnCost, type Margins } from "./Margin.ts"
export * from "./Price.ts"
export * from "./PriceImport.ts"
export * from "./PriceLine.ts"
export * from "./PriceList.ts"
export * from "./PriceRow.ts"
export * from "./Prices.ts"
export * from "./PriceStore.ts"
export {
  amountOf,
  type DecimalMoney,
  type HostPricing,
  KeptHostPrices,
  Pricing,
  type PricingQuery,
  type PricingResult,
  type RegistryCosts,
  standardPricingTimeout
} from "./Pricing.ts"
export { QuotedPrices } from "./QuotedPrices.ts"
export type { RequestCharge } from "./RequestCharge.ts"
export * from "./SpendingLimits.ts"
export * from "./TaxRate.ts"
export * from "./Wallets.ts"
