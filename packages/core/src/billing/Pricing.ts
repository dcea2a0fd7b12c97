import { Cause, Context, Duration, Effect, Option } from "effect"
import { Money, type OrganizationId, type Period } from "../shared/index.ts"
import { PriceUnavailable } from "./BillingError.ts"
import type { ProductAction, ProductType } from "./Price.ts"

/** An amount as a host writes and reads it: decimal text, `"9.50"`. */
export interface DecimalMoney {
  readonly amount: string
  readonly currency: Money.Currency
}

/** Query of a price. Plain values; amounts are decimal text without tax. */
export interface PricingQuery {
  /** The organization that orders. */
  readonly organization_id: OrganizationId
  /** The organization whose balance pays: the same, or its parent. */
  readonly payer_id: OrganizationId
  readonly product_type: ProductType
  readonly action: ProductAction
  /** For domains the TLD without dot; null for products of one class. */
  readonly product_class: string | null
  /** The whole term; null for what is paid once. */
  readonly period: Period.Period | null
  /** Currency of the payer's account, and of the price. */
  readonly currency: Money.Currency
  /** Price of the term without this function: of the price list, or of a premium name's registry. Null if not sold. */
  readonly list_price: string | null
  /** Price of the term at the registry; null where it is not known. */
  readonly cost: DecimalMoney | null
  /** True if the registry sets the price of the name. */
  readonly is_premium: boolean
}

/** A net price of the whole term: decimal text with at most two places, or integer minor units. */
export interface PricingResult {
  readonly amount: string | number
  /** If present, it has to be the currency of the query. */
  readonly currency?: string | undefined
}

/** Cost of a year at the registry, by action; `restore` once. */
export type RegistryCosts =
  & { readonly currency: Money.Currency }
  & { readonly [A in "create" | "renew" | "transfer" | "restore"]?: string | number | undefined }

/** Prices of the host. */
export interface HostPricing {
  /** The price of a query; null for the price without this function. Any failure refuses the order. */
  readonly priceOf: (query: PricingQuery) => Effect.Effect<PricingResult | null | undefined, unknown>
  /** Time limit of `priceOf`. */
  readonly timeout: Duration.Duration
  /** Costs by TLD, for the member `cost` of queries. */
  readonly costs: Readonly<Record<string, RegistryCosts>>
}

/** Port: prices of the host, which precede price lists. Default: none. */
export const Pricing = Context.Reference<HostPricing | null>("@namewright/core/billing/Pricing", {
  defaultValue: () => null
})

/**
 * Answers of the host that hold for the running call, by query: the price that a person approved is the price of the order.
 * Null: each quote asks.
 */
export const KeptHostPrices = Context.Reference<Map<string, Option.Option<Money.MinorUnits>> | null>(
  "@namewright/core/billing/KeptHostPrices",
  { defaultValue: () => null }
)

/** Time limit of a price function that names none. */
export const standardPricingTimeout = Duration.seconds(2)

/** Integer minor units of an amount that a host wrote; undefined for anything else, and for amounts below zero. */
export const amountOf = (value: unknown): Money.MinorUnits | undefined => {
  const amount = typeof value === "string"
    ? Money.fromDecimal(value)
    : typeof value === "number" && Number.isSafeInteger(value)
    ? Money.MinorUnits.make(value)
    : undefined
  return amount === undefined || amount < 0 ? undefined : amount
}

const resultOf = (result: unknown, currency: Money.Currency): Option.Option<Money.MinorUnits> | undefined => {
  if (result === null || result === undefined) return Option.none()
  if (typeof result !== "object" || !("amount" in result)) return undefined
  if ("currency" in result && result.currency !== undefined && result.currency !== currency) return undefined
  const amount = amountOf(result.amount)
  return amount === undefined ? undefined : Option.some(amount)
}

const unavailable = (reason: PriceUnavailable["reason"], detail: unknown) =>
  Effect.andThen(
    Effect.logError(`The price function has no valid price (${reason})`, detail),
    Effect.fail(new PriceUnavailable({ reason }))
  )

/** The host's price of a query; none if it has none. It never falls back to another price after a failure. */
export const askHost = (
  { priceOf, timeout }: HostPricing,
  query: PricingQuery
): Effect.Effect<Option.Option<Money.MinorUnits>, PriceUnavailable> =>
  Effect.suspend(() => priceOf(query)).pipe(
    Effect.timeoutOption(timeout),
    Effect.matchCauseEffect({
      onFailure: (cause) => Cause.hasInterruptsOnly(cause) ? Effect.interrupt : unavailable("failed", cause),
      onSuccess: (answer) => {
        if (Option.isNone(answer)) return unavailable("timeout", query)
        const result = resultOf(answer.value, query.currency)
        return result === undefined ? unavailable("invalid", answer.value) : Effect.succeed(result)
      }
    })
  )
