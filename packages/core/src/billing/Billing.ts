import { Context, type Effect, type Option } from "effect"
import type { Money, OrganizationId } from "../shared/index.ts"
import type { InsufficientFunds } from "./BillingError.ts"
import type { BillingTransactionId } from "./BillingTransaction.ts"
import type { PriceQuery, ProductAction, ProductType, Quote } from "./Price.ts"

/** Something to be paid: who incurs it, for what, and how much. */
export interface NewCharge {
  readonly organization_id: OrganizationId
  readonly product_type: ProductType
  /** The domain name, or the id of the product. */
  readonly product_reference: string
  readonly action: ProductAction
  readonly quote: Quote
}

/**
 * How other slices take money: reserved before the work, captured when it is done, released when it fails, refunded
 * when it is undone. Every step is one balanced entry of the ledger. All methods join the caller's transaction and
 * check no right: the caller has done so. Capture, release and refund are idempotent.
 */
export class Billing extends Context.Service<Billing, {
  /** The list price for the payer of the organization; none when the product is not sold to it. */
  readonly quote: (query: PriceQuery) => Effect.Effect<Option.Option<Quote>>
  /** The quote of a name whose price the registry sets: its amount, converted to nothing, in the payer's currency. */
  readonly premiumQuote: (query: PriceQuery, registryPrice: Money.Money) => Effect.Effect<Quote>
  /** Sets the amount with tax aside; fails when balance and credit limit do not cover it. */
  readonly reserve: (charge: NewCharge) => Effect.Effect<BillingTransactionId, InsufficientFunds>
  readonly capture: (id: BillingTransactionId) => Effect.Effect<void>
  readonly release: (id: BillingTransactionId, outcome: "failed" | "canceled") => Effect.Effect<void>
  /** Gives back a captured charge; the transaction becomes `canceled`. */
  readonly refund: (id: BillingTransactionId) => Effect.Effect<void>
}>()("@namewright/core/billing/Billing") {}
