export * from "./Billing.ts"
export * from "./BillingError.ts"
export * from "./BillingTransaction.ts"
export * from "./Price.ts"
