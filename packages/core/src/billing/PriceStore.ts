import { Context, type Effect } from "effect"
import type { Instant, Money, Page, PageRequest } from "../shared/index.ts"
import type { Price, ProductAction, ProductType } from "./Price.ts"
import type { PriceLine, PriceLineFilter, PriceListName } from "./PriceLine.ts"

/** Selection of price lines. With a class, lines of `otherClasses` are selected as well. */
export interface PriceSelection {
  readonly product_type: ProductType
  readonly currency: Money.Currency
  readonly product_action?: ProductAction | undefined
  readonly product_class?: string | undefined
}

/** A price that holds, and its list. */
export interface ListedPrice {
  readonly list: PriceListName
  readonly price: Price
}

/** Storage port of the price lists. */
export class PriceStore extends Context.Service<PriceStore, {
  /** Adds lines. A line with the same list, product, action, class, currency, period and start is replaced. */
  readonly put: (lines: ReadonlyArray<PriceLine>, at: Instant.Instant) => Effect.Effect<void>
  /** Removes lines; their price is not compared. */
  readonly remove: (lines: ReadonlyArray<Omit<PriceLine, "price">>) => Effect.Effect<void>
  /** Removes these lines, and all later ones with the same list, product, action, class, currency and period. */
  readonly removeFrom: (lines: ReadonlyArray<Omit<PriceLine, "price">>) => Effect.Effect<void>
  readonly isEmpty: (list: PriceListName) => Effect.Effect<boolean>
  /** The selected prices of some lists that hold at a time. */
  readonly select: (
    lists: ReadonlyArray<PriceListName>,
    selection: PriceSelection,
    at: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<ListedPrice>>
  /** Lines by list, product, currency, class, action, period and start. */
  readonly page: (filter: PriceLineFilter, page: PageRequest) => Effect.Effect<Page<PriceLine>>
}>()("@namewright/core/billing/PriceStore") {}
