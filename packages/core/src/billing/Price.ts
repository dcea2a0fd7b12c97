import { Option, Schema } from "effect"
import { Money, type OrganizationId, Period } from "../shared/index.ts"
import { DecimalAmount } from "./Amount.ts"
import type { BillingParty } from "./BillingParty.ts"

/** Kind of product. Source: REST specification, "Reports" and billing transactions. */
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

/** Action that is charged for. */
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

/** Class of the price for every class without a price of its own. */
export const otherClasses = "*"

/** One line of the price list: net price of one `period` of one action. */
export const Price = Schema.Struct({
  product_type: ProductType,
  product_action: ProductAction,
  /** TLD without dot for domains; null for products without classes. */
  product_class: Schema.NullOr(Schema.String),
  price: DecimalAmount,
  currency: Money.Currency,
  /** Null for a one-time price. */
  period: Schema.NullOr(Period.Period)
}).annotate({ identifier: "Price" })
export type Price = typeof Price.Type

/** Query of the price list. */
export interface PriceQuery {
  readonly organization_id: OrganizationId
  readonly product_type: ProductType
  readonly action: ProductAction
  readonly product_class: string | null
  /** The whole term; a yearly price is multiplied by its years. */
  readonly period: Period.Period | null
}

/** Quoted price: the price of one unit, and the number of units. Net, in the currency of the payer's account. */
export interface Quote {
  /** Payment terms at the time of the quote. */
  readonly party?: BillingParty
  readonly unit_price: Money.MinorUnits
  readonly volume: number
  /** Price of the whole term if it is not `unit_price` times `volume`. */
  readonly total?: Money.MinorUnits
  readonly unit: "y" | "m" | null
  readonly currency: Money.Currency
  readonly is_premium: boolean
}

/** Net total of the quote. */
export const totalOf = ({ total, unit_price, volume }: Quote): Money.MinorUnits =>
  total ?? Money.MinorUnits.make(unit_price * volume)

/** The quote with another price of the whole term. */
export const withTotal = (quote: Quote, total: Money.MinorUnits): Quote => ({
  ...quote,
  unit_price: Money.MinorUnits.make(Math.round(total / quote.volume)),
  total
})

/** A quote for nothing, of a term that no list has: in years where the term has whole ones, otherwise in months. */
export const unlistedQuote = (currency: Money.Currency, period: Period.Period | null): Quote => {
  const months = period === null ? undefined : Period.inMonths(period)
  const isYears = months !== undefined && months % 12 === 0
  return {
    unit_price: Money.zero,
    volume: months === undefined ? 1 : isYears ? months / 12 : months,
    unit: months === undefined ? null : isYears ? "y" : "m",
    currency,
    is_premium: false
  }
}

/** Quote for a term from the lines of one product, action and class. None if the term is not sold. */
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

/** Quote for a term if the registry sets the price of each year. */
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
