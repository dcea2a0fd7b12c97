import { Context, type Effect } from "effect"
import type { Instant, Money, OrganizationId } from "../shared/index.ts"
import type { Price, ProductAction, ProductType } from "./Price.ts"

/** The default list, or the list of one payer, whose lines take precedence. */
export type PriceListName = "default" | OrganizationId

/** Selection of price lines. With a class, lines of `otherClasses` are selected as well. */
export interface PriceSelection {
  readonly product_type: ProductType
  readonly currency: Money.Currency
  readonly product_action?: ProductAction | undefined
  readonly product_class?: string | undefined
}

/** Storage port of the price lists. */
export class PriceStore extends Context.Service<PriceStore, {
  /** Adds lines. A line with the same product, action, class, currency and period is replaced. */
  readonly put: (list: PriceListName, prices: ReadonlyArray<Price>, at: Instant.Instant) => Effect.Effect<void>
  /** Removes lines from a list; the price is not compared. */
  readonly remove: (list: PriceListName, prices: ReadonlyArray<Omit<Price, "price">>) => Effect.Effect<void>
  readonly isEmpty: (list: PriceListName) => Effect.Effect<boolean>
  /** The selected lines of the default list and of the payer's own. */
  readonly select: (
    payer: OrganizationId,
    selection: PriceSelection
  ) => Effect.Effect<ReadonlyArray<{ readonly list: PriceListName; readonly price: Price }>>
}>()("@namewright/core/billing/PriceStore") {}
