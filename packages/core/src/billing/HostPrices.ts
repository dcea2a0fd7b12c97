import { Effect, Option } from "effect"
import { Money, type OrganizationId } from "../shared/index.ts"
import type { PriceUnavailable } from "./BillingError.ts"
import type { BillingParty } from "./BillingParty.ts"
import { costOfTerm } from "./Margin.ts"
import {
  type Price,
  type PriceQuery,
  type ProductAction,
  type Quote,
  quoteFrom,
  totalOf,
  unlistedQuote,
  withTotal
} from "./Price.ts"
import {
  amountOf,
  askHost,
  type DecimalMoney,
  type HostPricing,
  KeptHostPrices,
  Pricing,
  type PricingQuery
} from "./Pricing.ts"

/** Query of a price, with the prices that the host's one may replace. */
interface PriceContext {
  readonly party: BillingParty
  readonly query: PriceQuery
  /** The quote without the host's price. */
  readonly listed: Option.Option<Quote>
  /** The registry's price of a year of a premium name. */
  readonly registryPrice: Money.Money | null
}

/** Price questions that are open at the same time while a list of prices is read. */
const listedAtOnce = 16

/** Quotes and lines with the prices of the host, which computes each once. Without a host's prices they stay as they are. */
export const makeHostPrices = Effect.gen(function*() {
  const host = yield* Pricing

  const quote = Effect.fnUntraced(function*(
    context: PriceContext
  ): Effect.fn.Return<Option.Option<Quote>, PriceUnavailable> {
    if (host === null) return context.listed
    const { listed, party, query } = context
    const amount = yield* rememberedPrice(host, pricingQueryOf(host, context))
    return Option.match(amount, {
      onNone: () => listed,
      onSome: (total) =>
        Option.some(withTotal(Option.getOrElse(listed, () => unlistedQuote(party.currency, query.period)), total))
    })
  })

  const lines = (
    organization_id: OrganizationId,
    party: BillingParty,
    prices: ReadonlyArray<Price>
  ): Effect.Effect<ReadonlyArray<Price>> => {
    if (host === null) return Effect.succeed(prices)
    const priced = (line: Price) => {
      const { period, product_action: action, product_class, product_type } = line
      const query: PriceQuery = { organization_id, product_type, action, product_class, period }
      return quote({ party, query, listed: quoteFrom([line], period), registryPrice: null }).pipe(
        Effect.map(Option.map((found): Price => ({ ...line, price: totalOf(found) }))),
        Effect.orElseSucceed(() => Option.none<Price>())
      )
    }
    return Effect.map(
      Effect.forEach(prices, priced, { concurrency: listedAtOnce }),
      (found) => found.flatMap(Option.toArray)
    )
  }

  return { quote, lines }
})

/** The answer of an earlier question of the same call, if its quotes are kept. */
const rememberedPrice = Effect.fnUntraced(function*(host: HostPricing, query: PricingQuery) {
  const answers = yield* KeptHostPrices
  const key = JSON.stringify(query)
  const known = answers?.get(key)
  if (known !== undefined) return known
  const answer = yield* askHost(host, query)
  answers?.set(key, answer)
  return answer
})

const pricingQueryOf = (host: HostPricing, { listed, party, query, registryPrice }: PriceContext): PricingQuery => ({
  organization_id: query.organization_id,
  payer_id: party.payer_id,
  product_type: query.product_type,
  action: query.action,
  product_class: query.product_class,
  period: query.period,
  currency: party.currency,
  list_price: Option.getOrNull(Option.map(listed, (quote) => Money.toDecimal(totalOf(quote)))),
  cost: costOf(host, query, registryPrice),
  is_premium: registryPrice !== null
})

const costOf = (
  { costs }: HostPricing,
  { action, period, product_class, product_type }: PriceQuery,
  registryPrice: Money.Money | null
): DecimalMoney | null => {
  const term = action === "restore" ? null : period
  if (registryPrice !== null) {
    return { amount: Money.toDecimal(costOfTerm(registryPrice.amount, term)), currency: registryPrice.currency }
  }
  const known = product_type === "domain" && product_class !== null && Object.hasOwn(costs, product_class)
    ? costs[product_class]
    : undefined
  if (known === undefined || !isRegistryAction(action)) return null
  const yearly = amountOf(known[action])
  return yearly === undefined
    ? null
    : { amount: Money.toDecimal(costOfTerm(yearly, term)), currency: known.currency }
}

const registryActions = ["create", "renew", "transfer", "restore"] as const
const isRegistryAction = (action: ProductAction): action is (typeof registryActions)[number] =>
  registryActions.some((one) => one === action)
