import { DateTime, Schema } from "effect"
import { Instant, OrganizationId } from "../shared/index.ts"
import { DecimalAmount } from "./Amount.ts"
import { Price } from "./Price.ts"

/** The default list, or the list of one organization, whose lines take precedence. */
export const PriceListName = Schema.Union([Schema.Literal("default"), OrganizationId])
export type PriceListName = typeof PriceListName.Type

const { price: _price, ...key } = Price.fields

/**
 * One line of a price list. It holds from `valid_from` until the next line of its list with the same product, action,
 * class, currency and period.
 */
export const PriceLine = Schema.Struct({
  price_list: PriceListName,
  ...key,
  /** Net price of one `period`. Null: the list has no price from then on, and the next list decides. */
  price: Schema.NullOr(DecimalAmount),
  valid_from: Instant.Instant
}).annotate({ identifier: "PriceLine" })
export type PriceLine = typeof PriceLine.Type

/** A line to be stored in a list. */
export interface NewPriceLine extends Omit<PriceLine, "price_list" | "valid_from"> {
  /** Default: now. */
  readonly valid_from?: Instant.Instant | undefined
}

/** The lines of a list with one product, action, class, currency and period. */
export interface PriceLineKey extends Omit<PriceLine, "price_list" | "price" | "valid_from"> {
  /** The line of this time only. */
  readonly valid_from?: Instant.Instant | undefined
}

/** Filter of the lines of all lists. */
export interface PriceLineFilter {
  readonly price_list?: PriceListName | undefined
  readonly product_type?: Price["product_type"] | undefined
  readonly product_action?: Price["product_action"] | undefined
  /** TLD without dot, or `*`. */
  readonly product_class?: string | undefined
  readonly currency?: Price["currency"] | undefined
  /** Only prices that hold at this time. Default: all lines, including lines that end a price. */
  readonly valid_at?: Instant.Instant | undefined
}

/** Start of the prices of a new installation: before every order. */
export const validFromTheStart: Instant.Instant = DateTime.makeUnsafe(0)
