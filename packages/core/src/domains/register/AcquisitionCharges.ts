import { Array as Arr, Effect, Option } from "effect"
import { Billing, type NewCharge, type PriceQuery, type PriceUnavailable, type Quote } from "../../billing/index.ts"
import {
  type NameAvailability,
  registryFailure,
  type RegistryPolicyRefused,
  type RegistryUnavailable
} from "../../registry/index.ts"
import { CurrentActor, type DomainName, limits, Period } from "../../shared/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import { ClaimsAcceptances } from "../claims/ClaimsAcceptances.ts"
import { makeOfferingOf, type Offering } from "../offeringOf.ts"
import { agreeOnPrice } from "../price/DomainPricing.ts"
import { makeQuotedOrders } from "../quote/QuotedOrders.ts"
import type { RegisterDomain, TransferInDomain } from "../request/DomainRequest.ts"

/** A request with the offering of its name. */
interface Wanted<A> extends Offering {
  readonly request: A
}

/**
 * Charges of many registrations or transfers. Unavailable names, and names without an accepted price, claims notice or
 * valid quote, charge nothing. Names that the registry could not check count as available. A price that the host cannot determine fails the quote. Registries are queried for many
 * names at once.
 */
export const makeAcquisitionCharges = Effect.gen(function*() {
  const billing = yield* Billing
  const offeringOf = yield* makeOfferingOf
  const claims = yield* ClaimsAcceptances
  const withQuote = yield* makeQuotedOrders

  const wantedBy = <A extends RegisterDomain | TransferInDomain>(request: A): ReadonlyArray<Wanted<A>> =>
    Option.toArray(Option.map(offeringOf(request.name), (offering) => ({ ...offering, request })))

  const checkAll = Effect.fnUntraced(function*(wanted: ReadonlyArray<Wanted<RegisterDomain | TransferInDomain>>) {
    const answers = new Map<DomainName, NameAvailability>()
    for (const [registry, ofRegistry] of Map.groupBy(wanted, (entry) => entry.registry)) {
      for (const [token, requests] of Map.groupBy(ofRegistry, ({ request }) => request.allocation_token ?? undefined)) {
        const names = new Set(requests.map(({ request }) => request.name))
        for (const chunk of Arr.chunksOf(names, limits.checkNames.maximum)) {
          const checked = yield* Effect.mapError(
            registry.checkDomains(chunk, token),
            (error) => registryFailure(chunk[0], error)
          )
          for (const answer of checked) answers.set(answer.name, answer)
        }
      }
    }
    return answers
  })

  /** True if the name can be registered with the acceptance of the request, if it needs one. */
  const isFree = (request: RegisterDomain | TransferInDomain, answer: NameAvailability | undefined) => {
    if (answer === undefined || !answer.available) return Effect.succeed(false)
    if (answer.claims_key === null) return Effect.succeed(true)
    const hash = "claims_notice_acceptance_hash" in request ? request.claims_notice_acceptance_hash : null
    return Effect.isSuccess(claims.accept(request.name, answer.claims_key, hash))
  }

  /** Price queries with a cache, since many names have the same price. */
  const cachedPrices = () => {
    const cache = new Map<string, Effect.Effect<Option.Option<Quote>, PriceUnavailable>>()
    const quote = (query: PriceQuery) =>
      Effect.suspend(() => {
        const key = JSON.stringify(query)
        const found = cache.get(key)
        if (found !== undefined) return found
        return Effect.tap(billing.quote(query), (price) => Effect.sync(() => cache.set(key, Effect.succeed(price))))
      })
    return { quote, premiumQuote: billing.premiumQuote }
  }

  return Effect.fnUntraced(function*<A extends RegisterDomain | TransferInDomain>(
    action: "create" | "transfer",
    requests: ReadonlyArray<A>
  ): Effect.fn.Return<
    ReadonlyArray<NewCharge>,
    PriceUnavailable | RegistryPolicyRefused | RegistryUnavailable,
    CurrentActor
  > {
    const { organization_id } = yield* CurrentActor
    const wanted = requests.flatMap((request) => wantedBy(request))
    const answers = yield* checkAll(wanted)
    const prices = cachedPrices()
    const charges = yield* Effect.forEach(
      wanted,
      Effect.fnUntraced(function*({ request, spec, tld }) {
        const { expected_price, name, period } = request
        const answer = answers.get(name)
        // A name that the registry could not check may be free when the order is carried out.
        const isUnchecked = answer !== undefined && answer.error !== null
        if (action === "create" && !isUnchecked && !(yield* isFree(request, answer))) return Option.none<NewCharge>()
        const isQuoted = (request.quote_id ?? null) !== null
        const agreed = agreeOnPrice(isQuoted ? billing : prices, {
          name,
          tld,
          query: { organization_id, action, period: period ?? standardTransferTerm(spec) },
          premium: answer?.premium ?? null,
          expected_price
        })
        const order = { command: action, name: Effect.succeed(name), request }
        return yield* withQuote(order, agreed).pipe(
          Effect.map(({ quote }) =>
            Option.some<NewCharge>({
              organization_id,
              product_type: "domain",
              product_reference: name,
              action,
              quote
            })
          ),
          Effect.catch((error) => error._tag === "PriceUnavailable" ? Effect.fail(error) : Effect.succeedNone)
        )
      })
    )
    return charges.flatMap(Option.toArray)
  })
})

/** Default term of a transfer. */
export const standardTransferTerm = ({ domain_lifecycle }: TldSpec): Period.Period =>
  domain_lifecycle.default_transfer_renewal_period ?? Period.years(1)
