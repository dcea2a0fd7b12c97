import { Effect, Option } from "effect"
import {
  type Billing,
  type NewCharge,
  premiumQuoteOf,
  type PriceQuery,
  type PriceUnavailable,
  type ProductAction,
  type Quote,
  totalOf
} from "../../billing/index.ts"
import type { AgreedFee, PremiumPrices } from "../../registry/index.ts"
import { Money } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { PremiumPriceMismatch, PremiumPriceNotApplicable, TldNotAvailable } from "../DomainError.ts"

/** Price of an action, and the fee in its registry command. */
export interface AgreedPrice {
  readonly quote: Quote
  /** Null for names at the list price. */
  readonly fee: AgreedFee | null
}

/** Charge for an action on a domain. */
export const domainCharge = (
  { name, organization_id }: Pick<Domain, "name" | "organization_id">,
  action: ProductAction,
  { quote }: Pick<AgreedPrice, "quote">
): NewCharge => ({ organization_id, product_type: "domain", product_reference: name, action, quote })

/** Price query for one name, with the price that the caller expects. */
export interface Purchase {
  readonly name: string
  readonly tld: string
  readonly query: Omit<PriceQuery, "product_type" | "product_class" | "action"> & {
    readonly action: "create" | "renew" | "transfer" | "restore"
  }
  /** The registry's prices; null for names at the list price. */
  readonly premium: PremiumPrices | null
  /** Price of the whole term; `any` accepts every price, for orders by schedule. */
  readonly expected_price: Money.MinorUnits | "any" | null | undefined
}

export type PricingError = PriceUnavailable | PremiumPriceMismatch | PremiumPriceNotApplicable | TldNotAvailable

/**
 * Price of an action. A premium name has the price of the host, or else the registry's price, and is sold only if the
 * caller named that price. Every other name has the price of the host, or else the list price. The fee is the registry's
 * price. Source: REST specification, "Availability result".
 */
export const agreeOnPrice = Effect.fnUntraced(function*(
  billing: Pick<Billing["Service"], "quote" | "premiumQuote">,
  { expected_price, name, premium, query, tld }: Purchase
): Effect.fn.Return<AgreedPrice, PricingError> {
  const priceQuery: PriceQuery = { ...query, product_type: "domain", product_class: tld }
  const registryPrice = premium?.[query.action]
  if (registryPrice !== undefined) {
    const quote = yield* billing.premiumQuote(priceQuery, registryPrice)
    const total = totalOf(quote)
    const amount = totalOf(premiumQuoteOf(registryPrice.amount, registryPrice.currency, query.period))
    return expected_price === "any" || expected_price === total
      ? { quote, fee: { amount, currency: registryPrice.currency } }
      : yield* mismatch(name, expected_price, total)
  }
  if (typeof expected_price === "number") {
    return yield* new PremiumPriceNotApplicable({
      domain_name: name,
      expected_price: Money.toDecimal(expected_price)
    })
  }
  const quote = yield* billing.quote(priceQuery)
  return Option.isNone(quote) ? yield* new TldNotAvailable({ tld }) : { quote: quote.value, fee: null }
})

const mismatch = (name: string, expected: Money.MinorUnits | null | undefined, actual: Money.MinorUnits) =>
  new PremiumPriceMismatch({
    domain_name: name,
    expected_price: expected === null || expected === undefined ? null : Money.toDecimal(expected),
    actual_price: Money.toDecimal(actual)
  })
