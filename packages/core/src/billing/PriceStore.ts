import { Context, type Effect } from "effect"
import type { Instant, Money, OrganizationId } from "../shared/index.ts"
import type { Price, ProductAction, ProductType } from "./Price.ts"

/** The default list, or the list of one payer, whose lines go before the default ones. */
export type PriceListName = "default" | OrganizationId

/** Which lines are wanted; a class brings the lines for other classes along. */
export interface PriceSelection {
  readonly product_type: ProductType
  readonly currency: Money.Currency
  readonly product_action?: ProductAction | undefined
  readonly product_class?: string | undefined
}

/** Storage port of the price lists. */
export class PriceStore extends Context.Service<PriceStore, {
  /** Adds lines, and replaces those of the same product, action, class, currency and period. */
  readonly put: (list: PriceListName, prices: ReadonlyArray<Price>, at: Instant.Instant) => Effect.Effect<void>
  /** Takes lines off a list, whatever their price. */
  readonly remove: (list: PriceListName, prices: ReadonlyArray<Omit<Price, "price">>) => Effect.Effect<void>
  readonly isEmpty: (list: PriceListName) => Effect.Effect<boolean>
  /** The selected lines of the default list and of a payer's own. */
  readonly select: (
    payer: OrganizationId,
    selection: PriceSelection
  ) => Effect.Effect<ReadonlyArray<{ readonly list: PriceListName; readonly price: Price }>>
}>()("@namewright/core/billing/PriceStore") {}
