import { Option, Schema } from "effect"
import { Money, type OrganizationId, Period } from "../shared/index.ts"
import { DecimalAmount } from "./Amount.ts"
import type { BillingParty } from "./BillingParty.ts"

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

/** The class of a price that holds for every class without a price of its own. */
export const otherClasses = "*"

/** One line of the price list: what one `period` of one action costs, net. */
export const Price = Schema.Struct({
  product_type: ProductType,
  product_action: ProductAction,
  /** For domains the TLD without dot; null for products of one class. */
  product_class: Schema.NullOr(Schema.String),
  price: DecimalAmount,
  currency: Money.Currency,
  /** Null for what is paid once. */
  period: Schema.NullOr(Period.Period)
}).annotate({ identifier: "Price" })
export type Price = typeof Price.Type

/** Query of the price list. */
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
  /** Terms of payment at the time of the quote. */
  readonly party?: BillingParty
  readonly unit_price: Money.MinorUnits
  readonly volume: number
  readonly unit: "y" | "m" | null
  readonly currency: Money.Currency
  readonly is_premium: boolean
}

/** What the whole quote costs without tax. */
export const totalOf = (quote: Quote): Money.MinorUnits => Money.MinorUnits.make(quote.unit_price * quote.volume)

/** The price of a term from the lines of one product, action and class; none when the term is not sold. */
export const quoteFrom = (prices: ReadonlyArray<Price>, period: Period.Period | null): Option.Option<Quote> => {
  const per = (unit: Period.PeriodUnit) => prices.find((line) => line.period?.unit === unit && line.period.value === 1)
  const once = prices.find((line) => line.period === null)
  const quote = (line: Price | undefined, volume: number, unit: Quote["unit"]) =>
    Option.map(Option.fromUndefinedOr(line), ({ currency, price }) => ({
      unit_price: price,
      volume,
      unit,
      currency,
      is_premium: false
    }))

  if (period === null) return quote(once ?? per("y"), 1, null)
  const months = Period.inMonths(period)
  if (months === undefined) return quote(once, 1, null)
  const [yearly, monthly] = [per("y"), per("m")]
  if (monthly !== undefined && (period.unit === "m" || yearly === undefined)) return quote(monthly, months, "m")
  if (yearly !== undefined && months % 12 === 0) return quote(yearly, months / 12, "y")
  return quote(once, 1, null)
}

/** The price of a term when the registry sets the price of each year. */
export const premiumQuoteOf = (
  yearly: Money.MinorUnits,
  currency: Money.Currency,
  period: Period.Period | null
): Quote => {
  const months = period === null ? undefined : Period.inMonths(period)
  return {
    unit_price: yearly,
    volume: months === undefined ? 1 : Math.ceil(months / 12),
    unit: months === undefined ? null : "y",
    currency,
    is_premium: true
  }
}
