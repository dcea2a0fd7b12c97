import { Schema } from "effect"
import { Instant, limits, Money, OrganizationId, TypeId } from "../shared/index.ts"
import { DecimalAmount } from "./Amount.ts"
import { ProductAction, ProductType } from "./Price.ts"
import { TaxRate } from "./TaxRate.ts"

export const BillingTransactionId = TypeId.schema("billing_transaction").pipe(Schema.brand("BillingTransactionId"))
export type BillingTransactionId = typeof BillingTransactionId.Type
export const newBillingTransactionId = TypeId.generator(
  "billing_transaction",
  (text) => BillingTransactionId.make(text)
)

/** Reserved, taken, given back because the work failed, or given back because it was called off. */
export const BillingTransactionStatus = Schema.Literals(["pending", "succeeded", "failed", "canceled"])
  .annotate({ identifier: "BillingTransactionStatus" })
export type BillingTransactionStatus = typeof BillingTransactionStatus.Type

/** How a status can change, and by which step. Source: REST specification, "Organizations, roles, attributes, users". */
export const billingTransitions = {
  capture: { from: "pending", to: ["succeeded"] },
  release: { from: "pending", to: ["failed", "canceled"] },
  refund: { from: "succeeded", to: ["canceled"] }
} as const satisfies Record<
  string,
  { readonly from: BillingTransactionStatus; readonly to: ReadonlyArray<BillingTransactionStatus> }
>
export type SettlingStep = keyof typeof billingTransitions

/** What was charged or paid in. Source: REST specification, "Organizations, roles, attributes, users". */
export const BillingTransaction = Schema.Struct({
  billing_transaction_id: BillingTransactionId,
  /** Who incurred it; the payer may be its parent. */
  organization_id: OrganizationId,
  product_type: ProductType,
  /** The domain name, the id of the product, or the reference of a payment. */
  product_reference: Schema.NullOr(Schema.String),
  action: ProductAction,
  status: BillingTransactionStatus,
  /** How many units the term has. */
  volume: Schema.FiniteFromString,
  unit: Schema.NullOr(Schema.Literals(["y", "m"])),
  /** Net, for the whole volume. Negative for a credit, which is a service fee that is given back. */
  price: DecimalAmount,
  tax_rate: TaxRate,
  tax_amount: DecimalAmount,
  /** Price and tax. */
  amount: DecimalAmount,
  currency: Money.Currency,
  created_on: Instant.Instant,
  updated_on: Instant.Instant,
  /** When it left `pending`. */
  completed_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "BillingTransaction" })
export type BillingTransaction = typeof BillingTransaction.Type

/** A transaction with whose balance it pays. */
export interface StoredTransaction extends BillingTransaction {
  readonly payer_id: OrganizationId
}

export const BillingTransactionSortField = Schema.Literals([
  "product_type",
  "action",
  "status",
  "created_on",
  "completed_on"
]).annotate({ identifier: "BillingTransactionSortField" })
export type BillingTransactionSortField = typeof BillingTransactionSortField.Type

/** The reference of a transaction as callers search for it. */
export const ProductReference = Schema.String.check(
  Schema.isBetweenLength(limits.productReference.minimum, limits.productReference.maximum)
)

/** Which transactions a list shows; the bounds of times are exclusive. */
export interface BillingTransactionFilter {
  readonly product_reference?: string | undefined
  readonly product_type?: ProductType | undefined
  readonly action?: ProductAction | undefined
  readonly status?: BillingTransactionStatus | undefined
  readonly created_after?: Instant.Instant | undefined
  readonly created_before?: Instant.Instant | undefined
  readonly completed_after?: Instant.Instant | undefined
  readonly completed_before?: Instant.Instant | undefined
}
