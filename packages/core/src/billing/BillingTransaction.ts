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

/** Reserved, captured, released because the work failed, or returned because it was canceled. */
export const BillingTransactionStatus = Schema.Literals(["pending", "succeeded", "failed", "canceled"])
  .annotate({ identifier: "BillingTransactionStatus" })
export type BillingTransactionStatus = typeof BillingTransactionStatus.Type

/** Transitions of the status, by step. Source: REST specification, "Organizations, roles, attributes, users". */
export const billingTransitions = {
  capture: { from: "pending", to: ["succeeded"] },
  release: { from: "pending", to: ["failed", "canceled"] },
  refund: { from: "succeeded", to: ["canceled"] }
} as const satisfies Record<
  string,
  { readonly from: BillingTransactionStatus; readonly to: ReadonlyArray<BillingTransactionStatus> }
>
export type SettlingStep = keyof typeof billingTransitions

/** A charge or a payment received. Source: REST specification, "Organizations, roles, attributes, users". */
export const BillingTransaction = Schema.Struct({
  billing_transaction_id: BillingTransactionId,
  /** Organization that incurred it; its parent may be the payer. */
  organization_id: OrganizationId,
  product_type: ProductType,
  /** Domain name, id of the product, or reference of a payment. */
  product_reference: Schema.NullOr(Schema.String),
  action: ProductAction,
  status: BillingTransactionStatus,
  /** Number of units of the term. */
  volume: Schema.FiniteFromString,
  unit: Schema.NullOr(Schema.Literals(["y", "m"])),
  /** Net price of the whole volume. Negative for a credit, which is a refunded service fee. */
  price: DecimalAmount,
  tax_rate: TaxRate,
  tax_amount: DecimalAmount,
  /** Price and tax. */
  amount: DecimalAmount,
  currency: Money.Currency,
  created_on: Instant.Instant,
  updated_on: Instant.Instant,
  /** Time at which the transaction left `pending`. */
  completed_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "BillingTransaction" })
export type BillingTransaction = typeof BillingTransaction.Type

/** A transaction with its payer. */
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

/** Reference of a transaction, as a search parameter. */
export const ProductReference = Schema.String.check(
  Schema.isBetweenLength(limits.productReference.minimum, limits.productReference.maximum)
)

/** Filter of the list; bounds of times are exclusive. */
export interface BillingTransactionFilter {
  readonly product_reference?: string | undefined
  readonly product_type?: ProductType | undefined
  readonly action?: ProductAction | undefined
  readonly status?: BillingTransactionStatus | undefined
  readonly created_after?: Instant.Instant | undefined
  readonly created_before?: Instant.Instant | undefined
  readonly completed_after?: Instant.Instant | undefined
  readonly completed_before?: Instant.Instant | undefined
  /** For hosts that copy transactions. REST has no such parameter. */
  readonly updated_after?: Instant.Instant | undefined
}
