import { Context } from "effect"
import type { NewCharge } from "../../billing/index.ts"
import type { DomainQuoteId } from "./DomainQuoteId.ts"

/** An order that is only planned. */
export interface OrderPlan {
  /** Charges that the order would make before its own, such as owed renewals. */
  readonly earlier: Array<NewCharge>
}

/**
 * Plan of the running order. With a plan, the transaction that stores the intent and reserves the money is undone and
 * nothing is sent; the order ends with the defect `OrderPlanned`. Null: the order is carried out.
 */
export const PlannedOrder = Context.Reference<OrderPlan | null>("@namewright/core/domains/quote/PlannedOrder", {
  defaultValue: () => null
})

/** Defect that ends a planned order after all checks, with the charges that it would make. */
export class OrderPlanned extends Error {
  readonly charges: ReadonlyArray<NewCharge>

  constructor(charges: ReadonlyArray<NewCharge>) {
    super("The order is planned only")
    this.charges = charges
  }
}

/** Quote of the running order, which is used in the transaction that reserves the money; null without one. */
export const QuoteOfOrder = Context.Reference<DomainQuoteId | null>("@namewright/core/domains/quote/QuoteOfOrder", {
  defaultValue: () => null
})
