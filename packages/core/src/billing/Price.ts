import { Schema } from "effect"
import { Money, type OrganizationId, Period } from "../shared/index.ts"

/** What can be sold. Source: REST specification, "Reports" and billing transactions. */
export const ProductType = Schema.Literals([
  "domain",
  "zones",
  "email_forward",
  "domain_forward",
  "account_wallet",
  "vanity_nameserver",
  "whitelabel_branding",
  "whitelabel_branding_plus"
]).annotate({ identifier: "ProductType" })
export type ProductType = typeof ProductType.Type

/** What is charged for. */
export const ProductAction = Schema.Literals([
  "create",
  "transfer",
  "renew",
  "restore",
  "trade",
  "application",
  "service_fee",
  "upgrade_fee",
  "wallet_top_up"
]).annotate({ identifier: "ProductAction" })
export type ProductAction = typeof ProductAction.Type

/** One line of the price list: what one `period` of one action costs, net. */
export const Price = Schema.Struct({
  product_type: ProductType,
  product_action: ProductAction,
  /** For domains the TLD without dot; null for products of one class. */
  product_class: Schema.NullOr(Schema.String),
  price: Money.MinorUnits,
  currency: Money.Currency,
  /** Null for what is paid once. */
  period: Schema.NullOr(Period.Period)
}).annotate({ identifier: "Price" })
export type Price = typeof Price.Type

/** What is asked of the price list. */
export interface PriceQuery {
  readonly organization_id: OrganizationId
  readonly product_type: ProductType
  readonly action: ProductAction
  readonly product_class: string | null
  /** The whole term; a yearly price counts once for each of its years. */
  readonly period: Period.Period | null
}

/** The answer: the price of one unit, and how many units the term has. Net, in the currency of the payer's account. */
export interface Quote {
  readonly unit_price: Money.MinorUnits
  readonly volume: number
  readonly unit: "y" | "m" | null
  readonly currency: Money.Currency
  readonly is_premium: boolean
}

/** What the whole quote costs without tax. */
export const totalOf = (quote: Quote): Money.MinorUnits => Money.MinorUnits.make(quote.unit_price * quote.volume)
