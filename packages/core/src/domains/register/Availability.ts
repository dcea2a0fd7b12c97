import { Context, Effect, Layer, Option, Schema } from "effect"
import { type AuthorizationError, authorizeWithinObjects } from "../../access/index.ts"
import { Billing, Pricing, totalOf } from "../../billing/index.ts"
import type { PremiumPrices } from "../../registry/index.ts"
import { type CurrentActor, type DomainName, Money, type OrganizationId, Period } from "../../shared/index.ts"
import { makeAddressName, notAnswered, type RegistryAnswer, registryAnswers } from "./RegistryChecks.ts"

/** Price of one action on a premium name. */
export const PremiumPrice = Schema.Struct({
  action: Schema.Literals(["create", "renew", "transfer", "restore"]),
  price: Schema.String,
  currency: Money.Currency
}).annotate({ identifier: "PremiumPrice" })

/** Availability of one name. An invalid name or an unreachable registry sets `error` of this entry only. */
export const CheckedName = Schema.Struct({
  /** Name as in the request. */
  domain: Schema.String,
  available: Schema.Boolean,
  reason: Schema.NullOr(Schema.String),
  is_premium: Schema.Boolean,
  premium_pricing: Schema.NullOr(Schema.Struct({ prices: Schema.Array(PremiumPrice) })),
  claims_key: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.Struct({
    type: Schema.Literals(["validation_error", "check_error"]),
    message: Schema.String
  }))
}).annotate({ identifier: "CheckedName" })
export type CheckedName = typeof CheckedName.Type

/** Availability of names at their registries. Source: REST specification, "Availability result". */
export class Availability extends Context.Service<Availability, {
  /**
   * Returns one entry per name, in the order of the names. Errors of single names are in their entries. With an allocation
   * token, names that need it are available.
   */
  readonly check: (
    names: ReadonlyArray<string>,
    allocationToken?: string
  ) => Effect.Effect<ReadonlyArray<CheckedName>, AuthorizationError, CurrentActor>
}>()("@namewright/core/domains/Availability") {
  static readonly layer = Layer.effect(
    Availability,
    Effect.gen(function*() {
      const addressName = yield* makeAddressName
      const billing = yield* Billing
      const host = yield* Pricing

      /** Adds the organization's prices of a premium name to the answer, except prices that the host cannot determine. */
      const sold = Effect.fnUntraced(function*(
        organization_id: OrganizationId,
        product_class: string,
        answer: RegistryAnswer
      ): Effect.fn.Return<SoldAnswer> {
        if (host === null || answer.error !== null || answer.premium === null) return answer
        const query = { organization_id, product_type: "domain", product_class, period: Period.years(1) } as const
        const prices: Partial<Record<keyof PremiumPrices, Money.Money>> = {}
        for (const action of premiumActions) {
          const registryPrice = answer.premium[action]
          if (registryPrice === undefined) continue
          const quote = yield* Effect.option(billing.premiumQuote({ ...query, action }, registryPrice))
          if (Option.isSome(quote)) {
            prices[action] = { amount: totalOf(quote.value), currency: quote.value.currency }
          }
        }
        return { ...answer, sold: prices }
      })

      const check = Effect.fn("Availability.check")(function*(
        names: ReadonlyArray<string>,
        allocationToken?: string
      ) {
        const { organization_id } = yield* authorizeWithinObjects("domains:read")
        const requests = names.map(addressName)
        const registries = new Set(requests.flatMap((request) => "registry" in request ? [request.registry] : []))
        const answers = new Map<DomainName, RegistryAnswer>()
        yield* Effect.forEach(registries, (registry) =>
          Effect.map(
            registryAnswers(
              registry,
              requests.flatMap((request) =>
                "registry" in request && request.registry === registry ? [request.name] : []
              ),
              allocationToken
            ),
            (found) => found.forEach((answer, name) => answers.set(name, answer))
          ), { concurrency: "unbounded", discard: true })
        return yield* Effect.forEach(requests, (request) =>
          "problem" in request
            ? Effect.succeed(failed(request.input, "validation_error", request.problem))
            : Effect.map(
              sold(organization_id, request.tld, answers.get(request.name) ?? notAnswered),
              (answer) => answered(request.input, answer)
            ))
      })

      return Availability.of({ check })
    })
  )
}

/** Response of the registry, with the prices of a premium name for the caller if they differ from the registry's. */
type SoldAnswer = RegistryAnswer & { readonly sold?: PremiumPrices }

const blankEntry = {
  available: false,
  reason: null,
  is_premium: false,
  premium_pricing: null,
  claims_key: null,
  error: null
} as const

const failed = (domain: string, type: "validation_error" | "check_error", message: string): CheckedName => ({
  ...blankEntry,
  domain,
  error: { type, message }
})

const answered = (domain: string, answer: SoldAnswer): CheckedName =>
  answer.error !== null
    ? failed(domain, "check_error", answer.error)
    : {
      ...blankEntry,
      domain,
      available: answer.available,
      reason: answer.reason,
      is_premium: answer.premium?.create !== undefined,
      premium_pricing: answer.premium === null ? null : { prices: pricesOf(answer.sold ?? answer.premium) },
      claims_key: answer.claims_key
    }

const premiumActions = ["create", "renew", "transfer", "restore"] as const

const pricesOf = (premium: PremiumPrices) =>
  premiumActions.flatMap((action) => {
    const price = premium[action]
    return price === undefined
      ? []
      : [{ action, price: Money.toDecimal(price.amount), currency: price.currency }]
  })
