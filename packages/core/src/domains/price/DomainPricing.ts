import { Effect, Option } from "effect"
import {
  type Billing,
  premiumQuoteOf,
  type PriceQuery,
  type PriceUnavailable,
  type Quote,
  totalOf
} from "../../billing/index.ts"
import type { AgreedFee, PremiumPrices } from "../../registry/index.ts"
import { Money } from "../../shared/index.ts"
import { PremiumPriceMismatch, PremiumPriceNotApplicable, TldNotAvailable } from "../DomainError.ts"

/** Price of an action, and the fee in its registry command. */
export interface AgreedPrice {
  readonly quote: Quote
  /** Null for names at the list price. */
  readonly fee: AgreedFee | null
}

/** What is bought: a price query for one name, with the price that the caller agreed to. */
export interface Purchase {
  readonly name: string
  readonly tld: string
  readonly query: Omit<PriceQuery, "product_type" | "product_class" | "action"> & {
    readonly action: "create" | "renew" | "transfer" | "restore"
  }
  /** The registry's prices; null for names at the list price. */
  readonly premium: PremiumPrices | null
  /** For the whole term; `any` where nobody can be asked. */
  readonly expected_price: Money.MinorUnits | "any" | null | undefined
}

export type PricingError = PriceUnavailable | PremiumPriceMismatch | PremiumPriceNotApplicable | TldNotAvailable

/**
 * The price of an action. A premium name has the price of the host or else the registry's, and is sold only if the caller
 * named that price; every other name has the price of the host or else the list price. The fee is the registry's price.
 * Source: REST specification, "Availability result".
 */
export const agreeOnPrice = Effect.fnUntraced(function*(
  billing: Pick<Billing["Service"], "quote" | "premiumQuote">,
  { expected_price, name, premium, query, tld }: Purchase
): Effect.fn.Return<AgreedPrice, PricingError> {
  const priceQuery: PriceQuery = { ...query, product_type: "domain", product_class: tld }
  const asked = premium?.[query.action]
  if (asked !== undefined) {
    const quote = yield* billing.premiumQuote(priceQuery, asked)
    const total = totalOf(quote)
    const amount = totalOf(premiumQuoteOf(asked.amount, asked.currency, query.period))
    return expected_price === "any" || expected_price === total
      ? { quote, fee: { amount, currency: asked.currency } }
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
