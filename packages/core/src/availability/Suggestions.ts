import { Cause, Context, Effect, Layer, Option } from "effect"
import { Billing, type PriceQuery, type Quote, QuotedPrices, totalOf } from "../billing/index.ts"
import { type AddressedName, makeAddressName } from "../domains/index.ts"
import { type PremiumPrices, refuseInHostTransaction } from "../registry/index.ts"
import { CurrentActor, type DomainName, limits, Money, Period } from "../shared/index.ts"
import { TldCatalog, TldOffer, type TldSpec } from "../tlds/index.ts"
import { AvailabilityLookups } from "./AvailabilityLookups.ts"
import type { Suggestion, SuggestionRequest } from "./Suggestion.ts"
import { CurrentSuggestionSource, SuggestionsUnavailable } from "./SuggestionSource.ts"

/** Most names that registries are asked about for one request. */
const mostChecked = 300

/** TLDs that come first if a request names none. */
const preferred = ["com", "net", "org", "de", "eu", "info", "io", "app", "shop", "online"]

type Offered = Extract<AddressedName, { readonly name: DomainName }>

/** A name that is available, with the registry's prices of a premium name. */
interface Found extends Offered {
  readonly premium: PremiumPrices | null
}

/**
 * Names that a customer may like instead of, or as well as, a searched one. Any caller may ask.
 * Source: the product decisions about suggestions.
 */
export class Suggestions extends Context.Service<Suggestions, {
  /** Available names with their prices, the best first. Names without a price are left out. */
  readonly suggest: (
    request: SuggestionRequest
  ) => Effect.Effect<ReadonlyArray<Suggestion>, SuggestionsUnavailable, CurrentActor>
}>()("@namewright/core/availability/Suggestions") {
  static readonly layer = Layer.effect(
    Suggestions,
    Effect.gen(function*() {
      const lookups = yield* AvailabilityLookups
      const source = yield* CurrentSuggestionSource
      const isOffered = yield* TldOffer
      const catalog = yield* TldCatalog
      const billing = yield* Billing
      const addressName = yield* makeAddressName

      /** TLDs of the request, or all of the organization, with their specifications. */
      const offered = Effect.fnUntraced(function*(wanted: ReadonlyArray<string> | undefined) {
        const { organization_id } = yield* CurrentActor
        const specs = yield* Effect.filter(yield* catalog.list, (spec) => isOffered(organization_id, spec))
        const byTld = new Map(specs.flatMap((spec) => spec.tlds.map(({ name }): [string, TldSpec] => [name, spec])))
        const order = wanted ?? [...preferred, ...byTld.keys()]
        return new Map(
          order.map((tld) => tld.toLowerCase()).flatMap((tld): ReadonlyArray<[string, TldSpec]> => {
            const spec = byTld.get(tld)
            return spec === undefined ? [] : [[tld, spec]]
          })
        )
      })

      const suggested = Effect.fnUntraced(function*(request: SuggestionRequest, tlds: ReadonlyArray<string>) {
        const { limit = limits.suggestions.standard, query: text } = request
        const names = yield* source.suggest({ text, tlds, limit }).pipe(
          Effect.timeout(source.timeout),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
              Effect.logError("The source of suggestions failed", cause),
              Effect.fail(new SuggestionsUnavailable())
            )
          )
        )
        const sold = new Set(tlds)
        const addressed = names.slice(0, mostChecked).map(addressName)
        const offers = addressed.flatMap((name) => "problem" in name || !sold.has(name.tld) ? [] : [name])
        return Array.from(new Map(offers.map((offer) => [offer.name, offer])).values())
      })

      const available = Effect.fnUntraced(function*(offers: ReadonlyArray<Offered>) {
        const found = yield* lookups.lookUp(offers.map(({ name }) => name))
        const byName = new Map(found.map((status) => [status.domain, status]))
        return offers.flatMap((offer): ReadonlyArray<Found> => {
          const status = byName.get(offer.name)
          const isFree = status?.status === "available" || status?.status === "tmch_claim"
          return isFree ? [{ ...offer, premium: status.premium }] : []
        })
      })

      const quoteOf = (query: PriceQuery, premium: PremiumPrices | null): Effect.Effect<Option.Option<Quote>> => {
        const registryPrice = premium?.[query.action as keyof PremiumPrices]
        return (registryPrice === undefined
          ? billing.quote(query)
          : Effect.map(billing.premiumQuote(query, registryPrice), Option.some)).pipe(
            Effect.orElseSucceed(() => Option.none<Quote>())
          )
      }

      const priced = Effect.fnUntraced(function*({ name, premium, tld }: Found, spec: TldSpec | undefined) {
        const { organization_id } = yield* CurrentActor
        const periods = spec?.domain_lifecycle.registration_periods ?? []
        const period = periods.find(({ unit, value }) => unit === "y" && value === 1) ?? periods[0] ?? Period.years(1)
        const query = { organization_id, product_type: "domain", product_class: tld, period } as const
        const price = yield* quoteOf({ ...query, action: "create" }, premium)
        if (Option.isNone(price)) return Option.none<Suggestion>()
        const renewal = yield* quoteOf({ ...query, action: "renew" }, premium)
        return Option.some<Suggestion>({
          domain: name,
          available: true,
          premium: premium !== null,
          price: priceOf(price.value, period),
          renewal_price: Option.isSome(renewal) ? priceOf(renewal.value, period) : null
        })
      })

      /** The first names that have a price. Names of a TLD share theirs, which are asked for once. */
      const pricedUpTo = Effect.fnUntraced(
        function*(limit: number, names: ReadonlyArray<Found>, tlds: ReadonlyMap<string, TldSpec>) {
          const results: Array<Suggestion> = []
          for (const name of names) {
            if (results.length === limit) break
            const suggestion = yield* priced(name, tlds.get(name.tld))
            if (Option.isSome(suggestion)) results.push(suggestion.value)
          }
          return results
        },
        (pricing) => Effect.suspend(() => Effect.provideService(pricing, QuotedPrices, new Map()))
      )

      const suggest = Effect.fn("Suggestions.suggest")(function*(request: SuggestionRequest) {
        yield* refuseInHostTransaction
        const { limit = limits.suggestions.standard, premium } = request
        const tlds = yield* offered(request.tlds)
        const found = yield* available(yield* suggested(request, Array.from(tlds.keys())))
        const wanted = found.filter((name) => premium === undefined || premium === (name.premium !== null))
        return yield* pricedUpTo(limit, wanted, tlds)
      })

      return Suggestions.of({ suggest })
    })
  )
}

const priceOf = (quote: Quote, period: Period.Period): Suggestion["price"] => ({
  amount: Money.toDecimal(totalOf(quote)),
  currency: quote.currency,
  period
})
