import { Array as Arr, Effect, Option } from "effect"
import { Billing, type NewCharge, type PriceQuery, type Quote } from "../../billing/index.ts"
import {
  type NameAvailability,
  type Registry,
  registryFailure,
  type RegistryPolicyRefused,
  RegistryRouter,
  type RegistryUnavailable
} from "../../registry/index.ts"
import { CurrentActor, type DomainName, limits, Period } from "../../shared/index.ts"
import { TldCatalog, type TldSpec } from "../../tlds/index.ts"
import { agreeOnPrice } from "../price/DomainPricing.ts"
import type { RegisterDomain, TransferInDomain } from "../request/DomainRequest.ts"

/** A name that is wanted, and where it is sold. */
interface Wanted<A> {
  readonly request: A
  readonly tld: string
  readonly spec: TldSpec
  readonly registry: Registry
}

/**
 * What many registrations or transfers would charge, as one by one: names that cannot be had, and those whose price was
 * not agreed to, charge nothing. Registries are asked for many names at once.
 */
export const makeArrivalCharges = Effect.gen(function*() {
  const billing = yield* Billing
  const catalog = yield* TldCatalog
  const router = yield* RegistryRouter

  const placeOf = Effect.fnUntraced(function*<A extends RegisterDomain | TransferInDomain>(request: A) {
    const filed = yield* catalog.file(request.name)
    if (Option.isNone(filed) || !filed.value.spec.enabled) return []
    const { spec, tld } = filed.value
    const place: ReadonlyArray<Wanted<A>> = Option.match(router.find(spec.backend), {
      onNone: () => [],
      onSome: (registry) => [{ request, tld, spec, registry }]
    })
    return place
  })

  const askAll = Effect.fnUntraced(function*(wanted: ReadonlyArray<Wanted<RegisterDomain | TransferInDomain>>) {
    const answers = new Map<DomainName, NameAvailability>()
    for (const [registry, places] of Map.groupBy(wanted, (place) => place.registry)) {
      const names = new Set(places.map(({ request }) => request.name))
      for (const some of Arr.chunksOf(names, limits.checkNames.maximum)) {
        const told = yield* Effect.mapError(registry.checkDomains(some), (error) => registryFailure(some[0], error))
        for (const answer of told) answers.set(answer.name, answer)
      }
    }
    return answers
  })

  /** Prices that many names share are looked up once. */
  const remembering = () => {
    const known = new Map<string, Effect.Effect<Option.Option<Quote>>>()
    const quote = (query: PriceQuery) =>
      Effect.suspend(() => {
        const key = JSON.stringify(query)
        const found = known.get(key)
        if (found !== undefined) return found
        return Effect.tap(billing.quote(query), (told) => Effect.sync(() => known.set(key, Effect.succeed(told))))
      })
    return { quote, premiumQuote: billing.premiumQuote }
  }

  return Effect.fnUntraced(function*<A extends RegisterDomain | TransferInDomain>(
    action: "create" | "transfer",
    requests: ReadonlyArray<A>
  ): Effect.fn.Return<ReadonlyArray<NewCharge>, RegistryPolicyRefused | RegistryUnavailable, CurrentActor> {
    const { organization_id } = yield* CurrentActor
    const places = (yield* Effect.forEach(requests, placeOf)).flat()
    const answers = yield* askAll(places)
    const prices = remembering()
    const charges = yield* Effect.forEach(places, ({ request, spec, tld }) => {
      const { expected_price, name, period } = request
      const answer = answers.get(name)
      if (answer !== undefined && answer.error !== null) return Effect.succeedNone
      const isFree = answer !== undefined && answer.available && answer.claims_key === null
      if (action === "create" && !isFree) return Effect.succeedNone
      const price = agreeOnPrice(prices, {
        name,
        tld,
        query: { organization_id, action, period: period ?? standardTransferTerm(spec) },
        premium: answer?.premium ?? null,
        expected_price
      })
      return Effect.option(Effect.map(price, ({ quote }): NewCharge => ({
        organization_id,
        product_type: "domain",
        product_reference: name,
        action,
        quote
      })))
    })
    return charges.flatMap(Option.toArray)
  })
})

/** The term that comes with a transfer that names none. */
export const standardTransferTerm = ({ domain_lifecycle }: TldSpec): Period.Period =>
  domain_lifecycle.default_transfer_renewal_period ?? Period.years(1)
