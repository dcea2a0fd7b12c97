import { Duration, Layer, Predicate } from "effect"
import {
  amountOf,
  type HostPricing,
  Pricing,
  type PricingQuery,
  type PricingResult,
  type RegistryCosts,
  standardPricingTimeout
} from "../billing/index.ts"
import { Money } from "../shared/index.ts"
import { callHost } from "../telemetry/index.ts"

/** A price function of the host. It is not called inside a database transaction. `signal` ends with the time limit. */
export type PriceFunction = (
  query: PricingQuery,
  options: { readonly signal: AbortSignal }
) => Promise<PricingResult | null> | PricingResult | null

/** A price function with its settings. */
export interface PricingSettings {
  readonly price: PriceFunction
  /** Time limit in milliseconds. Default 2000. */
  readonly timeoutMillis?: number | undefined
  /** Cost of a year at the registry, by TLD and action, for the member `cost` of queries. */
  readonly costs?: Readonly<Record<string, RegistryCosts>> | undefined
}

/** Prices of the host: a function, a function with settings, or a layer that provides `Pricing`. */
export type PricingOption = PriceFunction | PricingSettings | Layer.Layer<never>

/** Problems of the option; empty for a valid one. */
export const pricingProblems = (option: unknown): ReadonlyArray<string> => {
  if (option === undefined || Predicate.isFunction(option) || Layer.isLayer(option)) return []
  if (!Predicate.isObject(option) || !Predicate.isFunction(option["price"])) {
    return ["pricing: expected a function, { price, timeoutMillis, costs } or a layer"]
  }
  const { costs = {}, price: _, timeoutMillis = 1, ...unknown } = option
  return [
    ...Object.keys(unknown).map((name) => `pricing.${name}: not known`),
    ...(Predicate.isNumber(timeoutMillis) && Number.isFinite(timeoutMillis) && timeoutMillis > 0
      ? []
      : ["pricing.timeoutMillis: expected a number of milliseconds above 0"]),
    ...(Predicate.isObject(costs)
      ? Object.entries(costs).flatMap(([tld, ofTld]) => costProblems(`pricing.costs.${tld}`, ofTld))
      : ["pricing.costs: expected an object of TLDs"])
  ]
}

const actions: ReadonlySet<string> = new Set(["create", "renew", "transfer", "restore"])

const costProblems = (name: string, costs: unknown): ReadonlyArray<string> => {
  if (!Predicate.isObject(costs)) return [`${name}: expected { currency, create, renew, transfer, restore }`]
  const { currency, ...amounts } = costs
  return [
    ...(Money.Currency.literals.some((known) => known === currency) ? [] : [`${name}.currency: expected EUR or USD`]),
    ...Object.entries(amounts).flatMap(([action, amount]) =>
      !actions.has(action)
        ? [`${name}.${action}: not known`]
        : amount === undefined || amountOf(amount) !== undefined
        ? []
        : [`${name}.${action}: expected decimal text or integer minor units, 0 or more`]
    )
  ]
}

/** The option as a layer over `Pricing`; nothing without one. */
export const pricingLayer = (option: PricingOption | undefined): Layer.Layer<never> => {
  if (option === undefined) return Layer.empty
  if (typeof option === "object" && !("price" in option)) return option
  const { costs = {}, price, timeoutMillis }: PricingSettings = typeof option === "function"
    ? { price: option }
    : option
  const pricing: HostPricing = {
    priceOf: (query) => callHost((signal) => price(query, { signal })),
    timeout: timeoutMillis === undefined ? standardPricingTimeout : Duration.millis(timeoutMillis),
    costs
  }
  return Layer.succeed(Pricing, pricing)
}
